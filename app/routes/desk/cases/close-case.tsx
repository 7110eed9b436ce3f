import { CLOSED_BY_HAND } from '#app/domain/ledger-payments/payment-case.ts'
import type { ShownCase } from '#app/queries/desk/desk-cases.server.ts'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { Choice } from '#app/ui/kernel/forms/choice.tsx'
import { Field, TextArea } from '#app/ui/kernel/forms/field.tsx'
import { CaseForm } from './case-form.tsx'

/** What was typed, and why it was not enough; `field` is the one to blame. */
export type RefusedClosing = { text: string; field: string | undefined; end: string; hash: string; outcome: string }

type CloseCaseProps = { row: ShownCase; refused: RefusedClosing | null; isBusy: boolean }

/**
 * Says how a case ended that is not paid back here, and what becomes of its money. It counts for the case as it stands here:
 * what it is about may change meanwhile. Asked once more, since the money is still with us.
 */
export function CloseCase({ row, refused, isBusy }: CloseCaseProps) {
  const t = useDesk()
  const error = (field: string) => (refused?.field === field ? refused.text : undefined)
  const options = CLOSED_BY_HAND.map((end) => ({
    value: end,
    label: t(`cases.end.${end}`),
    consequence: t(`cases.end.${end}Text`),
  }))
  return (
    <CaseForm {...{ row, isBusy }} act={undefined} look="quiet" summary={t('cases.close')} isOpen={refused !== null}>
      <Choice
        name="end"
        id={`end-${row.id}`}
        legend={t('cases.end.question')}
        legendShown
        options={options}
        {...(refused && { defaultValue: refused.end })}
        error={error('end') ?? null}
      />
      <Field
        name="hash"
        id={`hash-${row.id}`}
        label={t('cases.end.hash')}
        note={t('cases.end.hashNote')}
        error={error('hash')}
        defaultValue={refused?.hash ?? ''}
        autoComplete="off"
        code
      />
      <TextArea
        name="outcome"
        id={`outcome-${row.id}`}
        rows={3}
        label={t('cases.outcome')}
        hint={t('payouts.reasonHint')}
        error={error('outcome')}
        defaultValue={refused?.outcome ?? ''}
      />
    </CaseForm>
  )
}
