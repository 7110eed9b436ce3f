import { useTranslation } from 'react-i18next'
import { formatPrice } from '#app/i18n/format.ts'
import type { PaymentPage } from '#app/queries/payment-page.server.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { FeeBreakdown } from '#app/ui/fee-breakdown.tsx'
import { Desk } from '#app/ui/page.tsx'
import type { QrDrawing } from '#app/ui/payment-qr.tsx'
import { type RefusedForm, shownAgain } from '#app/ui/refused-form.ts'
import { Sheet } from '#app/ui/sheet.tsx'
import { ConfirmForm } from './confirm-form.tsx'
import { Order } from './order.tsx'
import { SendSheet } from './send-sheet.tsx'
import { useFreshPayment } from './use-fresh-payment.tsx'

export type PaymentDeskPage = PaymentPage & {
  /** The quote's payment request, drawn. */
  qr: QrDrawing | null
  /** Of the link, of the quote, or kept from an earlier link. */
  couponCode: string
  /** A link brought another code than the quote has. */
  hasNewCode: boolean
  /** Without JavaScript: the page does not reload itself, because somebody types. */
  isHeld: boolean
}

export function PaymentDesk({ page, refused }: { page: PaymentDeskPage; refused: RefusedForm | undefined }) {
  const { quote, qr } = page
  const { problems } = shownAgain(refused)
  const reload = useFreshPayment({ isWaiting: quote !== null, isHeld: page.isHeld || problems.length > 0 })
  return (
    <Desk aside={<Aside page={page} />}>
      <ErrorSummary problems={problems} />
      <Order key={quote?.lockedAt} page={page} refused={refused} />
      {quote && qr && (
        <>
          <SendSheet quote={quote} qr={qr} deposit={page.deposit} payments={page.payments} />
          <ConfirmForm refused={refused} />
          {reload}
        </>
      )}
    </Desk>
  )
}

function Aside({ page: { quote, prices } }: { page: PaymentDeskPage }) {
  const { t, i18n } = useTranslation()
  if (!quote) {
    return (
      <>
        <Sheet title={t('payment.howTitle')} className="small muted">
          <p>{t('payment.howText')}</p>
        </Sheet>
        <Sheet title={t('payment.pricesTitle')}>
          <Facts
            items={prices.map(({ asset, usd }) => ({
              label: t('ui.fee.price', { asset }),
              value: usd === null ? t('ui.na') : formatPrice(usd, i18n.language),
            }))}
          />
        </Sheet>
      </>
    )
  }
  return (
    <>
      <Sheet title={t('payment.breakdown')}>
        <FeeBreakdown
          transactionUsd={quote.amountUsd}
          feeRate={quote.feeRate}
          grossUsd={quote.grossUsd}
          coupon={quote.coupon}
          minimumTopUpUsd={quote.minimumTopUpUsd}
          netUsd={quote.netUsd}
          quote={{
            asset: quote.asset,
            priceUsd: quote.priceUsd,
            priceReadAt: quote.priceAt,
            amount: quote.amountDue,
          }}
        />
      </Sheet>
      <Sheet title={t('payment.timeTitle')} className="small muted">
        <p>{t('payment.timeText')}</p>
      </Sheet>
    </>
  )
}
