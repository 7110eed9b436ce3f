import { useTranslation } from 'react-i18next'
import { isAssignable } from '#app/domain/ledger-payments/payment-case.ts'
import type { ShownCase } from '#app/queries/desk/desk-cases.server.ts'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { Field, TextArea } from '#app/ui/kernel/forms/field.tsx'
import { CaseForm } from './case-form.tsx'

/** What was typed, and why it was not enough; `field` is the one to blame. */
export type RefusedPaying = {
  text: string
  field: string | undefined
  walletAddress: string
  walletMemo: string
  note: string
}

type PayBackProps = { row: ShownCase; refused: RefusedPaying | null; isBusy: boolean }

/**
 * Sends the money of a case back to a wallet that its payer names, or a payback that waits to another one. The sender's address
 * stands beside it and is never filled in: it may be an exchange's pool; what the payer has stated is. Asked once more before it is sent.
 */
export function PayBack({ row, refused, isBusy }: PayBackProps) {
  const { t: common } = useTranslation()
  const t = useDesk()
  const error = (field: string) => (refused?.field === field ? refused.text : undefined)
  return (
    <CaseForm
      {...{ row, isBusy }}
      act="pay-back"
      look={isMain(row) ? 'main' : 'act'}
      summary={row.payback ? common('lookup.settle.wallet.blockedTitle') : t('cases.back.open')}
      isOpen={refused !== null}
    >
      <p className="small">{t('cases.back.lead')}</p>
      <Field
        name="walletAddress"
        id={`walletAddress-${row.id}`}
        label={t('cases.facts.back')}
        error={error('walletAddress')}
        defaultValue={refused?.walletAddress ?? row.wanted?.address ?? ''}
        autoComplete="off"
        code
      />
      <Field
        name="walletMemo"
        id={`walletMemo-${row.id}`}
        label={t('cases.facts.memo')}
        error={error('walletMemo')}
        defaultValue={refused?.walletMemo ?? row.wanted?.memo ?? ''}
        autoComplete="off"
        code
      />
      <TextArea
        name="note"
        id={`proof-${row.id}`}
        rows={3}
        label={t('cases.assign.note')}
        hint={t('payouts.reasonHint')}
        error={error('note')}
        defaultValue={refused?.note ?? ''}
      />
    </CaseForm>
  )
}

/** One filled button: what `cases.do` says of this kind. Of what is assigned, or may still be paid in full, that comes first. */
function isMain({ kind, payback }: ShownCase): boolean {
  return payback !== null || !(isAssignable(kind) || kind === 'fee_short' || kind === 'fee_late')
}
