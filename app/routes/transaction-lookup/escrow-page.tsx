import { useTranslation } from 'react-i18next'
import type { EscrowView, Reader } from '#app/domain/escrow-view.ts'
import { AutoRefresh } from '#app/ui/auto-refresh.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { Problem } from '#app/ui/error-summary.tsx'
import { EscrowDocuments } from '#app/ui/escrow/escrow-documents.tsx'
import { EscrowFacts } from '#app/ui/escrow/escrow-facts.tsx'
import { EscrowTrack } from '#app/ui/escrow/escrow-track.tsx'
import { EscrowTurn } from '#app/ui/escrow/escrow-turn.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { LiveUpdates } from '#app/ui/live-updates.tsx'
import { Moment } from '#app/ui/moment.tsx'
import { Desk } from '#app/ui/page.tsx'
import type { QrDrawing } from '#app/ui/payment-qr.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { DecisionForm } from './decision-form.tsx'
import { DepositSheet, FundingSheet, ReleaseSheet } from './money-sheets.tsx'
import { PayoutWallets } from './payout-wallets.tsx'

type EscrowPageProps = {
  escrow: EscrowView
  /** The payment request, drawn: for the buyer. */
  qr: QrDrawing | null
  reader: Reader
  problem: Problem | null
  typed?: { approval?: string; reason?: string }
  isBusy: boolean
}

/** Everything about one escrow: whose turn it is, the papers, the wallets, the decision, the money. */
export function EscrowPage({ escrow, qr, reader, problem, typed, isBusy }: EscrowPageProps) {
  const { t } = useTranslation()
  const decides = reader === 'buyer' && escrow.may.review
  const isMoving = escrow.stage === 'awaiting_funds' || escrow.stage === 'releasing'
  return (
    <>
      {isMoving &&
        (decides ? <LiveUpdates seconds={7} /> : <AutoRefresh seconds={escrow.stage === 'releasing' ? 2 : 7} />)}
      <EscrowTurn
        escrow={escrow}
        reader={reader}
        actions={
          decides && escrow.stage === 'awaiting_examination' ? (
            <>
              <ButtonLink to="#decision">{t('lookup.decision.go')}</ButtonLink>
              {escrow.payoutWallet?.differs && (
                <a href="#wallets">
                  <Icon name="warn" />
                  {t('escrow.events.payout_wallet_differs')}
                </a>
              )}
            </>
          ) : undefined
        }
      />
      <Desk
        after
        aside={
          <>
            <EscrowFacts escrow={escrow} reader={reader} />
            <DepositSheet escrow={escrow} qr={qr} reader={reader} />
            <ReleaseSheet escrow={escrow} />
            <EscrowTrack escrow={escrow} />
          </>
        }
      >
        {qr && escrow.stage === 'awaiting_funds' && <FundingSheet escrow={escrow} qr={qr} />}
        <EscrowDocuments escrow={escrow} />
        <PayoutWallets escrow={escrow} />
        {reader === 'buyer' && <DecisionForm escrow={escrow} problem={problem} typed={typed} isBusy={isBusy} />}
        <Sheet title={t('lookup.confirmation')}>
          <Facts
            items={[
              {
                label: t('lookup.confirmation'),
                value: escrow.times.confirmedAt ? t('lookup.confirmed') : t('lookup.pending'),
              },
              { label: t('lookup.time'), value: <ConfirmationTime escrow={escrow} /> },
            ]}
          />
        </Sheet>
      </Desk>
    </>
  )
}

/** confirmedAt, else updatedAt, else 'Not available' (spec §2, Transaction Lookup). */
function ConfirmationTime({ escrow }: { escrow: EscrowView }) {
  const { t } = useTranslation()
  return escrow.confirmationTime ? <Moment at={escrow.confirmationTime} /> : t('lookup.notAvailable')
}
