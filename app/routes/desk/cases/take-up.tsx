import type { ShownCase } from '#app/queries/desk/desk-cases.server.ts'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { TextArea } from '#app/ui/kernel/forms/field.tsx'
import { CaseForm } from './case-form.tsx'

/** What was typed, and why it was not enough. */
export type RefusedTaking = { text: string; field: string | undefined; note: string }

type TakeUpProps = { row: ShownCase; refused: RefusedTaking | null; isBusy: boolean }

/** Opens a case again whose money was kept, with the reason. Asked once more before it is open. */
export function TakeUp({ row, refused, isBusy }: TakeUpProps) {
  const t = useDesk()
  return (
    <CaseForm {...{ row, isBusy }} act="take-up" look="act" summary={t('cases.takeUp')} isOpen={refused !== null}>
      <TextArea
        name="note"
        id={`note-${row.id}`}
        rows={3}
        label={t('payouts.reason')}
        hint={t('payouts.reasonHint')}
        error={refused?.field === 'note' ? refused.text : undefined}
        defaultValue={refused?.note ?? ''}
        aria-required
      />
    </CaseForm>
  )
}
