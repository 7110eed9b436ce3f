import type { ShownCase } from '#app/queries/desk/desk-cases.server.ts'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { Field, TextArea } from '#app/ui/kernel/forms/field.tsx'
import { CaseForm } from './case-form.tsx'

/** What was typed, and why it was not enough; `field` is `target` or `note` when one of them is to blame. */
export type RefusedAssigning = { text: string; field: string | undefined; target: string; note: string }

type AssignPaymentProps = { row: ShownCase; refused: RefusedAssigning | null; isBusy: boolean }

/** Says what a payment without our reference is for. Asked once more before it counts. */
export function AssignPayment({ row, refused, isBusy }: AssignPaymentProps) {
  const t = useDesk()
  const error = (field: string) => (refused?.field === field ? refused.text : undefined)
  return (
    <CaseForm {...{ row, isBusy }} act="assign" look="main" summary={t('cases.assign.open')} isOpen={refused !== null}>
      <Field
        name="target"
        id={`target-${row.id}`}
        label={t('cases.assign.target')}
        hint={t('cases.assign.targetHint')}
        error={error('target')}
        defaultValue={refused?.target ?? ''}
        autoComplete="off"
        code
      />
      <TextArea
        name="note"
        id={`note-${row.id}`}
        rows={3}
        label={t('cases.assign.note')}
        hint={t('payouts.reasonHint')}
        error={error('note')}
        defaultValue={refused?.note ?? ''}
      />
    </CaseForm>
  )
}
