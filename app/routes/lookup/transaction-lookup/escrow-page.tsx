import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isUnderWay } from '#app/domain/kernel/payout-state.ts'
import type { EscrowView, PartyView } from '#app/domain/lookup/escrow-view.ts'
import { waitsForDate } from '#app/domain/lookup/headline.ts'
import { mustBeChecked } from '#app/domain/payouts/expectation.ts'
import type { QrDrawing } from '#app/domain/references/qr-drawing.ts'
import { OtherStandsStill } from '#app/ui/escrow/other-stands-still.tsx'
import { OtherUnreached } from '#app/ui/escrow/other-unreached.tsx'
import type { RefusedSettling } from '#app/ui/escrow/settle-form.tsx'
import { UntoldNote } from '#app/ui/escrow/told.tsx'
import { ButtonLink } from '#app/ui/kernel/forms/button.tsx'
import type { Problem } from '#app/ui/kernel/forms/error-summary.tsx'
import { Disclosure } from '#app/ui/kernel/frames/disclosure.tsx'
import { Facts } from '#app/ui/kernel/frames/facts.tsx'
import { Icon } from '#app/ui/kernel/frames/icon.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Later, loadLater } from '#app/ui/kernel/live/later.tsx'
import { RefreshWithoutScript } from '#app/ui/kernel/live/refresh-without-script.tsx'
import { Desk } from '#app/ui/kernel/page/page.tsx'
import { Gap } from '#app/ui/kernel/text/between.tsx'
import { Moment } from '#app/ui/kernel/text/moment.tsx'
import { WriteToUs } from '#app/ui/kernel/text/write-to-us.tsx'
import { isDisputeFirst, isDivisionFirst, isRefundFirst } from '#app/ui/lookup/comes-first.ts'
import { EscrowDocuments } from '#app/ui/lookup/escrow-documents.tsx'
import { EscrowFacts } from '#app/ui/lookup/escrow-facts.tsx'
import { EscrowTurn } from '#app/ui/lookup/escrow-turn.tsx'
import { HeldSheet, WayToTask } from '#app/ui/lookup/held-sheet.tsx'
import { EscrowTrack, Settlement, ShareEscrow } from '#app/ui/lookup/later.tsx'
import { WaitsForOther } from '#app/ui/lookup/waits-for-other.tsx'
import type { AmountDue } from '#app/ui/references/payment-request.tsx'
import type { News } from '#app/ui/waiting/hear-news.ts'
import { LiveUpdates } from '#app/ui/waiting/live-updates.tsx'
import { DecisionForm } from './decision-form.tsx'
import type { RefusedStatement } from './funding-sheet.tsx'
import { DepositSheet } from './money-sheets.tsx'
import { PayoutWallets } from './payout-wallets.tsx'
import type { TypedDecision } from './review.server.ts'

// What only a buyer sees, and only until the money is here, keeps nobody else waiting. The server draws it with the page.
const loadFunding = () => import('./funding-sheet.tsx')
const FUNDING = loadLater(
  import.meta.env.SSR ? (await loadFunding()).FundingSheet : undefined,
  async () => (await loadFunding()).FundingSheet,
)

type EscrowPageProps = {
  escrow: PartyView
  /** The version of it that the page shows; null when it was found by a hash. */
  news: News | null
  /** The payment request, drawn: for the buyer. */
  qr: QrDrawing | null
  /** Where both sides open it, for the message to the seller. */
  link: string
  /** What helps with the payment; null where none is due. */
  due: AmountDue | null
  problem: Problem | null
  /** What was typed into the decision form, or into another one, before it was refused. */
  typed?: TypedDecision
  refused: RefusedSettling | null
  /** A hash that was stated and refused. */
  refusedStatement: RefusedStatement | null
  /** Without JavaScript: the page does not reload itself, because somebody types. */
  isHeld: boolean
  isBusy: boolean
}

/** Everything about one escrow: whose turn it is, the papers, the wallets, the decision, the money. */
export function EscrowPage({ escrow, qr, problem, typed, refused, isBusy, ...page }: EscrowPageProps) {
  const { t } = useTranslation()
  const { reader } = escrow
  const settling = { escrow, refused }
  return (
    <>
      <Freshness escrow={escrow} news={page.news} isHeld={page.isHeld} />
      <UntoldNote escrow={escrow} />
      <OtherStandsStill escrow={escrow} />
      <OtherUnreached escrow={escrow} />
      <EscrowTurn escrow={escrow} reader={reader} actions={<TurnActions escrow={escrow} />} />
      <Desk
        after
        aside={
          <>
            <EscrowFacts escrow={escrow} reader={reader} ways />
            <Folded isFolded={decides(escrow)}>
              {escrow.isHeld ? (
                <HeldSheet escrow={escrow} reader={reader} />
              ) : (
                <DepositSheet escrow={escrow} qr={qr} reader={reader} />
              )}
              {decides(escrow) && <Confirmation escrow={escrow} />}
            </Folded>
            <Settlement part="PaidOut" {...settling} />
            <EscrowTrack escrow={escrow} />
          </>
        }
      >
        {qr && page.due && (
          <Later part={FUNDING} props={{ escrow, qr, due: page.due, refused: page.refusedStatement }} />
        )}
        {escrow.may.nameSeller && (
          <Sheet title={t('share.title')} noPrint>
            <ShareEscrow escrow={escrow} link={page.link} />
          </Sheet>
        )}
        <Settlement part="DatesSheet" {...settling} />
        <Settlement part="TermsSheet" {...settling} />
        <Settlement part="OtherWallet" {...settling} />
        {isDisputeFirst(escrow) && <Settlement part="DisputeSheet" {...settling} />}
        {isDivisionFirst(escrow) && <Settlement part="DivisionSheet" {...settling} />}
        {isRefundFirst(escrow) && <Settlement part="RefundRequest" {...settling} />}
        <Settlement part="RefundWallet" {...settling} />
        <Settlement part="WaiverSheet" {...settling} />
        <Settlement part="UnreadableSheet" {...settling} />
        <EscrowDocuments escrow={escrow} />
        <Settlement part="RoundsSheet" {...settling} />
        {namesWallets(escrow) && <PayoutWallets escrow={escrow} reader={reader} />}
        <Settlement part="ChangeWallet" {...settling} />
        {reader === 'buyer' && <DecisionForm escrow={escrow} problem={problem} typed={typed} isBusy={isBusy} />}
        {!isDivisionFirst(escrow) && <Settlement part="DivisionSheet" {...settling} />}
        {!decides(escrow) && <Confirmation escrow={escrow} />}
        {!isDisputeFirst(escrow) && <Settlement part="DisputeSheet" {...settling} />}
        {!isRefundFirst(escrow) && <Settlement part="RefundRequest" {...settling} />}
        <Settlement part="OtherSeller" {...settling} />
        <Settlement part="ViewLinks" {...settling} />
        <Settlement part="WaysOut" {...settling} />
      </Desk>
      <WriteToUs subject={t('contact.aboutEscrow', { replace: { reference: escrow.transactionId } })} />
    </>
  )
}

/** What nobody needs for the decision that is awaited stands behind a word, and not before it. */
function Folded({ isFolded, children }: { isFolded: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  if (!isFolded) return children
  return (
    <Disclosure summary={t('lookup.details')} look="act">
      {children}
    </Disclosure>
  )
}

/** The way to what the reader has to do, on this page or on that of what the ledger holds; else what can be done about waiting. */
function TurnActions({ escrow }: { escrow: PartyView }) {
  if (decides(escrow)) return <WayToDecision escrow={escrow} />
  return escrow.parts.task ? <WayToTask escrow={escrow} /> : <WaitsForOther escrow={escrow} />
}

/** Whether the seller has confirmed, and when (spec §2, Buyer Transaction Lookup). */
function Confirmation({ escrow }: { escrow: EscrowView }) {
  const { t } = useTranslation()
  return (
    <Sheet title={t('lookup.confirmation')}>
      <Facts
        items={[
          {
            label: t('lookup.confirmation'),
            value: escrow.times.confirmedAt ? t('lookup.confirmed') : t('lookup.pending'),
          },
          confirmationTime(escrow, t),
        ]}
      />
    </Sheet>
  )
}

/** Money that is on its way is looked for by itself. Where somebody may be typing, only with JavaScript. */
function Freshness({ escrow, news, isHeld }: Pick<EscrowPageProps, 'escrow' | 'news' | 'isHeld'>) {
  const isMoving = escrow.payouts.some(({ state }) => isUnderWay(state)) && !waitsForDate(escrow)
  if (escrow.stage !== 'awaiting_funds' && !isMoving) return null
  const { may, deposit } = escrow
  const hasForm =
    may.review || may.stateRefundWallet || may.proposeWallet || may.dispute || (may.cancel && deposit.state !== 'none')
  // What a payout waits for is news of others.
  const always = escrow.payouts.some(({ waits }) => waits !== null)
  const freshness = { news, seconds: isMoving && !always ? 2 : 7, always }
  if (hasForm) return <LiveUpdates {...freshness} />
  const isForTyping = escrow.reader === 'buyer' && escrow.stage === 'awaiting_funds'
  return (
    <>
      <LiveUpdates {...freshness} />
      {!isHeld && <RefreshWithoutScript seconds={freshness.seconds} />}
      {isForTyping && <HoldStill transactionId={escrow.transactionId} isHeld={isHeld} />}
    </>
  )
}

/** A browser without JavaScript reloads the whole page and loses what is typed: so it can be held still. */
function HoldStill({ transactionId, isHeld }: { transactionId: string; isHeld: boolean }) {
  const { t } = useTranslation()
  const address = `/transaction-lookup?txid=${encodeURIComponent(transactionId)}`
  return (
    <noscript>
      <p className="fine">
        {isHeld && t('payment.pausedText')}
        {isHeld && <Gap />}
        <a href={isHeld ? address : `${address}&hold#stated`}>{t(isHeld ? 'payment.resume' : 'payment.pause')}</a>
      </p>
    </noscript>
  )
}

/** The wallet for which the ledger holds money was agreed before the seller confirms; the page of that names it until then. */
function namesWallets({ payoutWallet, isHeld, parts }: PartyView): boolean {
  return payoutWallet !== null || (!isHeld && !parts.isOver)
}

function decides({ may, stage }: PartyView): boolean {
  return may.review && stage === 'awaiting_examination'
}

/** The decision stands further down, and so does the wallet that has to be looked at before. */
function WayToDecision({ escrow }: { escrow: PartyView }) {
  const { t } = useTranslation()
  const expectation = escrow.payoutWallet?.expectation ?? 'met'
  return (
    <>
      <ButtonLink to="#decision">{t('lookup.decision.go')}</ButtonLink>{' '}
      {mustBeChecked(expectation) && (
        <a href="#wallets">
          <Icon name="warn" />
          {t(expectation === 'differs' ? 'escrow.events.payout_wallet_differs' : 'lookup.wallets.leftTitle')}
        </a>
      )}
    </>
  )
}

/**
 * When the seller confirmed; before that the last change, which is called so: beside 'Pending' a mere time would read as that
 * of a confirmation; 'Not available' while nothing has changed (spec §2, Buyer Transaction Lookup).
 */
function confirmationTime({ times: { confirmedAt, changedAt } }: EscrowView, t: TFunction) {
  if (confirmedAt) return { label: t('lookup.time'), value: <Moment at={confirmedAt} /> }
  if (changedAt) return { label: t('lookup.changed'), value: <Moment at={changedAt} /> }
  return { label: t('lookup.time'), value: t('lookup.notAvailable') }
}
