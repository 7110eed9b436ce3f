import { useTranslation } from 'react-i18next'
import { formatAmount } from '#app/i18n/format.ts'
import type { FeeDeposit, ShownQuote } from '#app/queries/payment-page.server.ts'
import { Note } from '#app/ui/note.tsx'

/** What has arrived although the fee is not settled: a part of it, or all of it too late for its price. */
export function Arrived({ quote, deposit }: { quote: ShownQuote; deposit: FeeDeposit }) {
  const { t, i18n } = useTranslation()
  if (deposit.state === 'none') return null
  const values = {
    received: formatAmount(deposit.received, quote.asset, i18n.language),
    stillDue: formatAmount(deposit.stillDue, quote.asset, i18n.language),
  }
  return (
    <Note role="status">
      <p>{t(sentenceFor(quote, deposit), values)}</p>
    </Note>
  )
}

function sentenceFor(quote: ShownQuote, deposit: FeeDeposit) {
  if (quote.isExpired) return 'payment.arrivedLate'
  if (deposit.state === 'covered') return 'payment.arrivedCovers'
  return quote.asset === 'XRP' ? 'payment.arrivedTag' : 'payment.arrived'
}
