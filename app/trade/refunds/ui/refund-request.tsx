import { useTranslation } from 'react-i18next'
import type { EscrowDetails } from '#app/escrow/domain/escrow-details.ts'
import { BackAt } from '#app/escrow/ui/back-at.tsx'
import { SettleForm, type SettlingProps, shownIn } from '#app/escrow/ui/settle-form.tsx'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import { TextArea } from '#app/kernel/ui/forms/field.tsx'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Comma } from '#app/kernel/ui/text/between.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'
import { Quote } from '#app/kernel/ui/text/quote.tsx'
import { WalletCard } from '#app/settlement/payouts/ui/wallet-card.tsx'
import type { PastRequest, RefundsView } from '#app/trade/refunds/domain/refunds-view.ts'

/** The buyer's refund request: answered by the seller or withdrawn by the buyer. */
export function RefundRequest({ escrow, refused }: SettlingProps<EscrowDetails & RefundsView>) {
  const { t } = useTranslation()
  const { refundRequest: request, pastRequests: past, refundWallet, may } = escrow
  if (!request && past.length === 0) return null
  return (
    <Sheet id="refund" title={t('lookup.settle.refund.open')} className="stack">
      {request && (
        <div className="spoken">
          <p className="spoken__who">
            {t('lookup.settle.refund.asked')}
            <Comma />
            <Moment at={request.askedAt} />
          </p>
          <Quote>{request.reason}</Quote>
        </div>
      )}
      {request && refundWallet && (
        <WalletCard title={t('lookup.settle.refund.goesTo')} address={refundWallet.address}>
          {refundWallet.memo ? t('lookup.wallets.memo', { memo: refundWallet.memo }) : t('lookup.wallets.noMemo')}
        </WalletCard>
      )}
      {may.answerRefund && <Answer escrow={escrow} refused={refused} />}
      {may.withdrawRefund && (
        <SettleForm escrow={escrow} intent="withdraw_refund" button={t('lookup.settle.refund.withdraw')} />
      )}
      {request && past.length > 0 ? (
        <Disclosure summary={t('lookup.settle.refund.past')}>
          <PastRequests requests={past} />
        </Disclosure>
      ) : (
        <PastRequests requests={past} />
      )}
    </Sheet>
  )
}

function Answer({ escrow, refused }: SettlingProps<EscrowDetails & RefundsView>) {
  const { t, i18n } = useTranslation()
  const amount = formatAmount(escrow.amount, escrow.currency, i18n.language)
  const declined = shownIn('decline_refund', refused)
  return (
    <div className="answers">
      <SettleForm escrow={escrow} intent="agree_refund" button={t('lookup.settle.answer.agree')}>
        <p className="small muted">{t('lookup.settle.answer.agreeWhat', { amount })}</p>
        <BackAt escrow={escrow} />
      </SettleForm>
      <SettleForm escrow={escrow} intent="decline_refund" button={t('lookup.settle.answer.decline')}>
        <TextArea
          {...declined.field('answerReason')}
          label={t('lookup.settle.answer.reason')}
          hint={t(escrow.custody.says.declined)}
          rows={3}
        />
      </SettleForm>
    </div>
  )
}

function PastRequests({ requests }: { requests: PastRequest[] }) {
  const { t } = useTranslation()
  return requests.map((request) => (
    <div key={request.askedAt} className="stack">
      <div className="spoken">
        <p className="spoken__who">
          {t('lookup.settle.refund.asked')}
          <Comma />
          <Moment at={request.askedAt} />
        </p>
        <Quote>{request.reason}</Quote>
      </div>
      <div className="spoken">
        <p className="spoken__who">
          <b className="spoken__what">{t(`lookup.settle.refund.${request.answer}`)}</b>
          <Comma />
          <Moment at={request.answeredAt} />
        </p>
        {request.answerReason && <Quote>{request.answerReason}</Quote>}
      </div>
    </div>
  ))
}
