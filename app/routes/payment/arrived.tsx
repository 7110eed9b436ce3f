import { useTranslation } from 'react-i18next'
import { PAYMENT_PROBLEMS } from '#app/domain/arrival.ts'
import type { SeenPayment } from '#app/domain/escrow-view.ts'
import { formatAmount } from '#app/i18n/format.ts'
import type { FeeDeposit, ShownQuote } from '#app/queries/payment-page.server.ts'
import { HashDisclosure } from '#app/ui/disclosure.tsx'
import { Note } from '#app/ui/note.tsx'

type ArrivedProps = { quote: ShownQuote; deposit: FeeDeposit; payments: SeenPayment[] }

/** What has arrived although the fee is not settled: a part of it, too late, or something that does not count. */
export function Arrived({ quote, deposit, payments }: ArrivedProps) {
  const { t, i18n } = useTranslation()
  const uncounted = payments.filter((payment) => payment.problem !== null)
  const values = {
    received: formatAmount(deposit.received, quote.asset, i18n.language),
    stillDue: formatAmount(deposit.stillDue, quote.asset, i18n.language),
  }
  return (
    <>
      {deposit.state !== 'none' && (
        <Note role="status">
          <p suppressHydrationWarning>{t(sentenceFor(quote, deposit), values)}</p>
        </Note>
      )}
      {uncounted.length > 0 && (
        <Note tone="danger" role="status" title={t('arrival.title')}>
          {uncounted.map((payment) => (
            <Uncounted key={payment.hash + payment.amount} payment={payment} />
          ))}
        </Note>
      )}
    </>
  )
}

function sentenceFor(quote: ShownQuote, deposit: FeeDeposit) {
  if (deposit.state === 'covered') return quote.isExpired ? 'payment.arrivedLate' : 'payment.arrivedCovers'
  if (quote.isExpired) return 'payment.arrivedLate'
  return quote.asset === 'XRP' ? 'payment.arrivedTag' : 'payment.arrived'
}

function Uncounted({ payment }: { payment: SeenPayment }) {
  const { t } = useTranslation()
  const problem = PAYMENT_PROBLEMS.find((known) => known === payment.problem) ?? 'needs_review'
  return (
    <>
      <p>
        {t('arrival.seen', { amount: payment.amount, asset: payment.assetLabel })} {t(`arrival.problem.${problem}`)}
      </p>
      <HashDisclosure label={t('arrival.hash')} hash={payment.hash} />
    </>
  )
}
