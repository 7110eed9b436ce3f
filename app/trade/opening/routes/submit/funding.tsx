import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { PaymentClaims, StatePaymentForm } from '#app/escrow/ui/payment-claims.tsx'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { RefreshWithoutScript } from '#app/kernel/ui/live/refresh-without-script.tsx'
import { useCounted } from '#app/kernel/ui/live/use-counted.ts'
import { useHydrated } from '#app/kernel/ui/live/use-hydrated.ts'
import { Watch } from '#app/kernel/ui/live/watch.tsx'
import { Gap } from '#app/kernel/ui/text/between.tsx'
import { OnLedger } from '#app/ledgers/payments/ui/on-ledger.tsx'
import { UncountedNote } from '#app/ledgers/payments/ui/uncounted.tsx'
import type { QrDrawing } from '#app/ledgers/references/domain/qr-drawing.ts'
import { type AmountDue, PaymentRequestSheet } from '#app/ledgers/references/ui/payment-request.tsx'
import type { News } from '#app/live/ui/hear-news.ts'
import { LiveUpdates } from '#app/live/ui/live-updates.tsx'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import { SmallRest } from '#app/trade/opening/ui/small-rest.tsx'
import { POLL_SECONDS, POLLS } from './looks.ts'

type FundingProps = { escrow: EscrowView; news: News | null; qr: QrDrawing; due: AmountDue; firstLook: number }

/** What to pay, and the progress of the search for the payment. */
export function Funding({ escrow, news, qr, due, firstLook }: FundingProps) {
  const { t, i18n } = useTranslation()
  const { deposit, currency } = escrow
  const isHydrated = useHydrated()
  const looks = firstLook + useCounted(POLL_SECONDS, POLLS - firstLook)
  const values = {
    received: formatAmount(deposit.received, currency, i18n.language),
    stillDue: formatAmount(deposit.stillDue, currency, i18n.language),
  }
  return (
    <Sheet title={t('payment.send')} bottom={<Looking escrow={escrow} looks={looks} />}>
      <div className="stack">
        <LiveUpdates news={news} seconds={POLL_SECONDS} />
        {deposit.state === 'short' && (
          <Note role="status">
            <p>{t('payment.arrived', values)}</p>
          </Note>
        )}
        <OnLedger claimables={deposit.onLedger} />
        <SmallRest escrow={escrow} />
        <UncountedNote payments={deposit.payments} />
        <PaymentClaims escrow={escrow} />
        <PaymentRequestSheet
          amount={deposit.stillDue}
          asset={currency}
          address={deposit.account}
          memo={deposit.reference}
          uri={deposit.uri}
          qr={qr}
          networkRemark={t(`payment.only.${currency}`)}
          due={due}
        />
        {isHydrated || looks >= POLLS ? <StatePaymentForm escrow={escrow} /> : <WayToForm escrow={escrow} />}
      </div>
    </Sheet>
  )
}

/** Without JavaScript this page reloads and would lose what is typed, so the form is on the lookup page. */
function WayToForm({ escrow }: { escrow: EscrowView }) {
  const { t } = useTranslation()
  return (
    <p>
      <a href={`/transaction-lookup?txid=${encodeURIComponent(escrow.transactionId)}&hold#stated`}>
        {t('stated.paid')}
      </a>
    </p>
  )
}

/** Polls ten times, every seven seconds, then says that the match is still awaited (spec §4). */
function Looking({ escrow, looks }: { escrow: EscrowView; looks: number }) {
  const { t } = useTranslation()
  const address = `/submit?opened=${encodeURIComponent(escrow.transactionId)}`
  if (looks >= POLLS) {
    return (
      <Watch title={t('submit.opened.awaiting')}>
        {t('submit.opened.awaitingText')}
        <Gap />
        <Link to={address} reloadDocument>
          {t('submit.opened.lookAgain')}
        </Link>
      </Watch>
    )
  }
  return (
    <>
      <RefreshWithoutScript seconds={POLL_SECONDS} to={`${address}&look=${looks + 1}`} />
      <Watch title={t('submit.opened.looking')}>
        {t('submit.opened.look', { look: looks + 1, looks: POLLS, seconds: POLL_SECONDS })}
      </Watch>
    </>
  )
}
