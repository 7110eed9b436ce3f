import { useTranslation } from 'react-i18next'
import type { FeeDeposit, QuoteView } from '#app/fees/queries/payment-page.server.ts'
import { formatAmount, formatClock, formatUsd } from '#app/kernel/i18n/format.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import type { SeenPayment, SeenPayments } from '#app/ledgers/payments/domain/seen-payment.ts'
import { SeenPaymentList, SeenPaymentRow } from '#app/ledgers/payments/ui/seen-payment.tsx'
import { WriteToSupport } from '#app/ledgers/payments/ui/uncounted.tsx'

type ArrivedProps = { quote: QuoteView; deposit: FeeDeposit; seen: SeenPayments }

/** What has arrived while the fee is not settled: a part of it, or all of it after its price expired. */
export function Arrived({ quote, deposit, seen }: ArrivedProps) {
  const { t } = useTranslation()
  const sentence = useSentence(quote, deposit)
  if (deposit.state === 'none') return null
  return (
    <Note role="status" title={t(`payment.seen.${deposit.state}`)}>
      <p>{sentence}</p>
      <SeenPaymentList smaller={seen.smaller}>
        {seen.payments
          .filter(({ problem }) => problem === null)
          .map((payment) => (
            <SeenPaymentRow key={payment.id} payment={payment} />
          ))}
      </SeenPaymentList>
    </Note>
  )
}

function useSentence(quote: QuoteView, deposit: FeeDeposit): string {
  const { t, i18n } = useTranslation()
  const amount = (value: string) => formatAmount(value, quote.asset, i18n.language)
  const received = amount(deposit.received)
  const time = formatClock(quote.expiresAt, i18n.language)
  if (deposit.state === 'covered') return t('payment.arrivedCovers', { received })
  if (deposit.state === 'late') {
    if (deposit.stillDue === null || deposit.worthUsd === null)
      return t('payment.arrivedLateNoPrice', { received, time })
    const worth = formatUsd(deposit.worthUsd, i18n.language)
    const fee = formatUsd(quote.netUsd, i18n.language)
    return t('payment.arrivedLate', { received, time, worth, fee, stillDue: amount(deposit.stillDue) })
  }
  if (quote.isExpired || deposit.stillDue === null) return t('payment.arrivedExpired', { received })
  const stillDue = amount(deposit.stillDue)
  const sent = t('payment.arrived', { received, stillDue })
  return `${sent} ${t('payment.arrivedUntil', { time })}`
}

/** What came with the memo of an earlier order. */
export function ArrivedEarlier({ payments }: { payments: readonly SeenPayment[] }) {
  const { t } = useTranslation()
  if (payments.length === 0) return null
  return (
    <Note role="status" title={t('payment.seen.earlier')}>
      <p>{t('payment.seen.earlierText')}</p>
      <SeenPaymentList>
        {payments.map((payment) => (
          <SeenPaymentRow key={payment.id} payment={payment}>
            <WriteToSupport hash={payment.hash} />
          </SeenPaymentRow>
        ))}
      </SeenPaymentList>
    </Note>
  )
}
