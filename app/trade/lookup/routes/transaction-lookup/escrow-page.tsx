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
import { Part } from '#app/trade/lookup/ui/later.tsx'
import { hasOnchainTasks, type OnchainPartView } from '#app/trade/lookup/ui/onchain/onchain-view.ts'
import { WayToTask } from '#app/trade/lookup/ui/onchain-sheet.tsx'
import { EscrowFrame } from '#app/trade/lookup/ui/page/frame.tsx'
import { partOfIntent } from '#app/trade/lookup/ui/page/part-ids.ts'
import { WaitsForOther } from '#app/trade/lookup/ui/waits-for-other.tsx'
import { DecisionForm } from './decision-form.tsx'
import type { RefusedStatement } from './funding-sheet.tsx'
import type { TypedDecision } from './review.server.ts'

// A separate chunk: only buyers need it, and only until funding. The server renders it at once.
const loadFunding = () => import('./funding-sheet.tsx')
const FUNDING = loadLater(
  import.meta.env.SSR ? (await loadFunding()).FundingSheet : undefined,
  async () => (await loadFunding()).FundingSheet,
)

type EscrowPageProps = {
  escrow: PartyView
  /** The version that the page shows. Null: the escrow was found by a hash. */
  news: News | null
  /** QR code of the payment request, for the buyer. */
  qr: QrDrawing | null
  /** URL of the escrow for both sides, for the message to the seller. */
  link: string
  /** Help with the payment. Null: none is due. */
  due: AmountDue | null
  problem: Problem | null
  /** What was typed into the refused form. */
  typed?: TypedDecision
  refused: RefusedSettling | null
  /** The refused payment claim. */
  refusedStatement: RefusedStatement | null
  /** State of the on-chain escrow. Null: Quayside holds the money. */
  held: OnchainPartView | null
  /** The part that the URL asks for. */
  asked: PagePart | null
  /** Without JavaScript: no automatic reload while somebody types. */
  isPaused: boolean
  isBusy: boolean
}

/** One escrow: whose turn it is, the current task, and everything else folded. */
export function EscrowPage({ escrow, problem, typed, refused, isBusy, ...page }: EscrowPageProps) {
  const settling = { escrow, refused, qr: page.qr, link: page.link, held: page.held }
  const decides = placesOf(escrow).beside.includes('decision')
  const draw = (part: PagePart) => {
    if (part === 'pay') return <Pay escrow={escrow} page={page} />
    // A seller on this page confirms on /seller-confirm.
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

/** Link to the reader's task, or to what helps while waiting for the other side. */
function TurnActions({ escrow, decides }: { escrow: PartyView; decides: boolean }) {
  if (decides) return <WalletsDiffer escrow={escrow} />
  return escrow.parts.task ? <WayToTask escrow={escrow} /> : <WaitsForOther escrow={escrow} />
}

/** Keeps the page current while money is expected or moves. With JavaScript only if somebody may be typing. */
function Freshness({ escrow, held, news, isPaused }: Pick<EscrowPageProps, 'escrow' | 'held' | 'news' | 'isPaused'>) {
  const { isMoving } = escrow.parts
  // An on-chain escrow can change at any stage, by the other side's wallet or by Quayside.
  const isWatched = held !== null && held.step !== 'ended' && held.step !== 'over'
  if (escrow.stage !== 'awaiting_funds' && !isMoving && !isWatched) return null
  const { may, deposit } = escrow
  const hasForm =
    (held !== null && hasOnchainTasks(held)) ||
    may.review ||
    may.stateRefundWallet ||
    may.proposeWallet ||
    may.dispute ||
    (may.cancel && deposit.state !== 'none')
  // What a payout waits for also depends on other escrows, whose changes are not notified here.
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

/** Without JavaScript the page reloads and loses what is typed: this link pauses the reload. */
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

/** What the buyer must check before the decision. */
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
