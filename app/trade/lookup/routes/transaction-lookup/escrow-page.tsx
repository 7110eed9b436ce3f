import { useTranslation } from 'react-i18next'
import type { RefusedSettling } from '#app/escrow/ui/settle-form.tsx'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import type { Problem } from '#app/kernel/ui/forms/error-summary.tsx'
import { Icon } from '#app/kernel/ui/frames/icon.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Later, loadLater } from '#app/kernel/ui/live/later.tsx'
import { RefreshWithoutScript } from '#app/kernel/ui/live/refresh-without-script.tsx'
import type { QrDrawing } from '#app/ledgers/references/domain/qr-drawing.ts'
import type { AmountDue } from '#app/ledgers/references/ui/payment-request.tsx'
import type { News } from '#app/live/ui/hear-news.ts'
import { LiveUpdates } from '#app/live/ui/live-updates.tsx'
import { mustBeChecked } from '#app/settlement/payouts/domain/expectation.ts'
import type { EscrowView, PartyView } from '#app/trade/lookup/domain/escrow-view.ts'
import { type PagePart, placesOf } from '#app/trade/lookup/domain/places-of.ts'
import { hasHeldTasks, type ShownHeld } from '#app/trade/lookup/ui/held/shown-held.ts'
import { WayToTask } from '#app/trade/lookup/ui/held-sheet.tsx'
import { Part } from '#app/trade/lookup/ui/later.tsx'
import { EscrowFrame } from '#app/trade/lookup/ui/page/frame.tsx'
import { partOfIntent } from '#app/trade/lookup/ui/page/part-ids.ts'
import { WaitsForOther } from '#app/trade/lookup/ui/waits-for-other.tsx'
import { DecisionForm } from './decision-form.tsx'
import type { RefusedStatement } from './funding-sheet.tsx'
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
  /** What the ledger holds; null: Quayside does. */
  held: ShownHeld | null
  /** The part that the address asks for. */
  asked: PagePart | null
  /** Without JavaScript: the page does not reload itself, because somebody types. */
  isPaused: boolean
  isBusy: boolean
}

/** One escrow: whose turn it is, the task of this stage, and everything else folded. */
export function EscrowPage({ escrow, problem, typed, refused, isBusy, ...page }: EscrowPageProps) {
  const settling = { escrow, refused, qr: page.qr, link: page.link, held: page.held }
  const decides = placesOf(escrow).beside.includes('decision')
  const draw = (part: PagePart) => {
    if (part === 'pay') return <Pay escrow={escrow} page={page} />
    // A seller who looks it up confirms on the page of that.
    if (part === 'present') return <WayToConfirm escrow={escrow} />
    if (part !== 'decision') return <Part part={part} {...settling} />
    return (
      <>
        {!decides && escrow.parts.decision.is === 'open' && <Part part="wallets" {...settling} />}
        <DecisionForm escrow={escrow} problem={problem} typed={typed} isBusy={isBusy} />
      </>
    )
  }
  return (
    <>
      <Freshness escrow={escrow} held={page.held} news={page.news} isPaused={page.isPaused} />
      <EscrowFrame
        escrow={escrow}
        held={page.held}
        actions={<TurnActions escrow={escrow} decides={decides} />}
        draw={draw}
        opened={typed ? 'decision' : refused ? partOfIntent(refused.intent) : page.asked}
      />
    </>
  )
}

type PayProps = { escrow: PartyView; page: Pick<EscrowPageProps, 'qr' | 'due' | 'refusedStatement'> }

function Pay({ escrow, page: { qr, due, refusedStatement } }: PayProps) {
  return qr && due && <Later part={FUNDING} props={{ escrow, qr, due, refused: refusedStatement }} />
}

function WayToConfirm({ escrow: { transactionId } }: { escrow: PartyView }) {
  const { t } = useTranslation()
  return (
    <Sheet id="present" title={t('seller.documents')}>
      <ButtonLink to={`/seller-confirm?txid=${encodeURIComponent(transactionId)}`}>{t('nav.sellerConfirm')}</ButtonLink>
    </Sheet>
  )
}

/** The way to what the reader has to do, on this page or on that of what the ledger holds; else what can be done about waiting. */
function TurnActions({ escrow, decides }: { escrow: PartyView; decides: boolean }) {
  if (decides) return <WalletsDiffer escrow={escrow} />
  return escrow.parts.task ? <WayToTask escrow={escrow} /> : <WaitsForOther escrow={escrow} />
}

/** Money that is on its way is looked for by itself. Where somebody may be typing, only with JavaScript. */
function Freshness({ escrow, held, news, isPaused }: Pick<EscrowPageProps, 'escrow' | 'held' | 'news' | 'isPaused'>) {
  const { isMoving } = escrow.parts
  // What a ledger holds moves by the other side's wallet, or Quayside's work: that is news at any stage.
  const isWatched = held !== null && held.step !== 'ended' && held.step !== 'over'
  if (escrow.stage !== 'awaiting_funds' && !isMoving && !isWatched) return null
  const { may, deposit } = escrow
  const hasForm =
    (held !== null && hasHeldTasks(held)) ||
    may.review ||
    may.stateRefundWallet ||
    may.proposeWallet ||
    may.dispute ||
    (may.cancel && deposit.state !== 'none')
  // What a payout waits for is news of others.
  const always = escrow.payouts.some(({ waits }) => waits !== null)
  const freshness = { news, seconds: isMoving && !always ? 2 : 7, always }
  if (hasForm) return <LiveUpdates {...freshness} />
  const isForTyping = escrow.reader === 'buyer' && escrow.stage === 'awaiting_funds'
  return (
    <>
      <LiveUpdates {...freshness} />
      {!isPaused && <RefreshWithoutScript seconds={freshness.seconds} />}
      {isForTyping && <HoldStill transactionId={escrow.transactionId} isPaused={isPaused} />}
    </>
  )
}

/** A browser without JavaScript reloads the whole page and loses what is typed: so it can be held still. */
function HoldStill({ transactionId, isPaused }: { transactionId: string; isPaused: boolean }) {
  const { t } = useTranslation()
  const address = `/transaction-lookup?txid=${encodeURIComponent(transactionId)}`
  return (
    <noscript>
      <p className="fine">
        <a href={isPaused ? address : `${address}&hold#stated`}>{t(isPaused ? 'payment.resume' : 'payment.pause')}</a>
      </p>
    </noscript>
  )
}

/** What has to be looked at before the decision. */
function WalletsDiffer({ escrow }: { escrow: EscrowView }) {
  const { t } = useTranslation()
  const expectation = escrow.payoutWallet?.expectation ?? 'met'
  if (!mustBeChecked(expectation)) return null
  return (
    <a href="#wallets">
      <Icon name="warn" />
      {t(expectation === 'differs' ? 'escrow.events.payout_wallet_differs' : 'lookup.wallets.leftTitle')}
    </a>
  )
}
