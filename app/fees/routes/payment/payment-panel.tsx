import { useTranslation } from 'react-i18next'
import { type RoleOffer, RoleSwitch } from '#app/accounts/ui/role-switch.tsx'
import { FeeBreakdown } from '#app/fees/ui/fee-breakdown.tsx'
import { UnusedFeeNote } from '#app/fees/ui/unused-fee.tsx'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { shownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions, AdminFrame } from '#app/kernel/ui/page/page.tsx'
import { WriteToUs } from '#app/kernel/ui/text/write-to-us.tsx'
import type { QrDrawing } from '#app/ledgers/references/domain/qr-drawing.ts'
import type { News } from '#app/live/ui/hear-news.ts'
import type { FeeBackView } from '#app/unmatched/domain/fee-back-view.ts'
import { FeeBacks } from '#app/unmatched/ui/fee-backs.tsx'
import { ArrivedEarlier } from './arrived.tsx'
import { ConfirmForm } from './confirm-form.tsx'
import type { RefusedPayment } from './form.server.ts'
import { Order, type OrderPage } from './order.tsx'
import { PricesNow } from './prices-now.tsx'
import { SendSheet } from './send-sheet.tsx'
import { useFreshPayment } from './use-fresh-payment.tsx'

type PaymentPanelPage = OrderPage & {
  /** Money that is not the fee: the payer states where it goes. */
  backs: FeeBackView[]
  /** The version of the orders that the page shows. */
  news: News | null
  /** The QR code of the payment request. Null: nobody is asked to pay. */
  qr: QrDrawing | null
  /** Without JavaScript: the page does not reload itself, because somebody is typing. */
  isPaused: boolean
  /** For somebody who registered with the wrong role. */
  offer: RoleOffer | null
  /** A free transaction is left: nothing needs to be paid here. */
  isPilot: boolean
  /** Registered for the pilot with a mailbox that has had it. */
  wasPilotUsed: boolean
}

export function PaymentPanel({ page, refused }: { page: PaymentPanelPage; refused: RefusedPayment | undefined }) {
  const { t } = useTranslation()
  const { quote, qr } = page
  const { problems } = shownAgain(refused)
  const reload = useFreshPayment({
    news: quote && page.news,
    until: quote && !quote.isExpired ? quote.expiresAt : null,
    isPaused: page.isPaused || problems.length > 0,
  })
  return (
    <AdminFrame aside={<Aside page={page} />}>
      <ErrorSummary problems={problems} />
      {page.isPilot && (
        <Note title={t('home.pilotTitle')}>
          <p>{t('home.pilot')}</p>
          <Actions after>
            <ButtonLink look="line" size="small" to="/submit">
              {t('nav.submit')}
            </ButtonLink>
          </Actions>
        </Note>
      )}
      {page.wasPilotUsed && (
        <Note title={t('register.pilotUsedTitle')}>
          <p>{t('register.pilotUsedText')}</p>
        </Note>
      )}
      {page.unused && <UnusedFeeNote mostUsd={page.unused.mostUsd} />}
      <Order key={quote?.lockedAt} page={page} refused={refused} />
      {!quote && <ArrivedEarlier payments={page.earlier} />}
      {!quote && <FeeBacks backs={page.backs} />}
      {!quote && page.offer && <RoleSwitch offer={page.offer} />}
      {quote && (
        <>
          <SendSheet page={page} quote={quote} qr={qr} />
          <ConfirmForm quote={quote} refused={refused} />
          <FeeBacks backs={page.backs} />
          {reload}
          <WriteToUs subject={t('contact.aboutFee', { replace: { reference: quote.reference } })} />
        </>
      )}
    </AdminFrame>
  )
}

function Aside({ page: { quote, deposit, prices } }: { page: PaymentPanelPage }) {
  const { t } = useTranslation()
  if (!quote) return <PricesNow prices={prices} />
  // A payer under review is asked to send nothing.
  const isAsked = quote.toSend !== null
  return (
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
          priceSource: quote.priceSource,
          priceReadAt: quote.priceAt,
          amount: isAsked && !quote.isExpired && deposit.state === 'none' ? quote.amountDue : null,
        }}
      />
    </Sheet>
  )
}
