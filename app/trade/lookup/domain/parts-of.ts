/**
 * The state of each part of an escrow's page, in one place so that no two parts contradict each other (decision 132).
 * Pure: derived from what the reader may see.
 */

import { isCalledOff, isDecided, type Stage } from '#app/escrow/domain/escrow.ts'
import type {
  DecisionPart,
  PaperState,
  PartsView,
  RoundsPart,
  TopPart,
  WhilePending,
} from '#app/escrow/domain/parts-view.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import {
  custodyTaskOf,
  custodyTextOf,
  custodyTitleOf,
  ledgerPartOf,
} from '#app/settlement/custody/domain/custody-parts.ts'
import { PRESENTED_TYPES, type PresentedType } from '#app/trade/documents/domain/documents.ts'
import type { DiscrepancyNoticeView } from '#app/trade/documents/domain/presentations-view.ts'
import { isUnreadable } from '#app/trade/documents/domain/unreadable.ts'
import type { EscrowView } from './escrow-view.ts'
import { headlineOf, isMoving } from './headline.ts'
import { factsOf, moneyOf } from './lines-of.ts'

export type BareView = Omit<EscrowView, 'parts'>

/** `reader` null: the operator. */
export function partsOf(view: BareView, reader: Reader | null): PartsView {
  const isOver = isOverFor(view)
  return {
    top: topOf(view, reader),
    isMoving: isMoving(view),
    papers: Object.fromEntries(PRESENTED_TYPES.map((type) => [type, paperOf(view, type)])) as PartsView['papers'],
    rounds: roundsOf(view),
    decision: decisionOf(view),
    facts: factsOf(view, { reader, isOver }),
    money: moneyOf(view),
    wallets: walletsOf(view),
    ledger: ledgerPartOf(view),
    task: custodyTaskOf(view, reader),
    presenting: presentingOf(view),
    terms: termsOf(view),
    isToShip: view.may.confirm && view.times.confirmedAt === null,
    isOver,
    hero: heroOf(view, reader),
  }
}

function topOf(view: BareView, reader: Reader | null): TopPart {
  const of = { ...view, headline: headlineOf(view) }
  const { headline } = of
  return reader === null
    ? { headline, title: null, text: null }
    : { headline, title: custodyTitleOf(of, reader), text: custodyTextOf(of, reader) }
}

/** True if the settlement is decided, by somebody or by a deadline, or if there is no money. */
function isOverFor({ stage, custody }: BareView): boolean {
  return isDecided(stage) || custody.hasLapsed
}

type Phase = 'open' | 'approved' | 'quayside' | 'over'

/** State of the examination. */
function phaseOf(view: BareView): Phase {
  if (view.approval === 'Approved') return 'approved'
  if (isOverFor(view)) return 'over'
  return view.stage === 'disputed' ? 'quayside' : 'open'
}

function paperOf(view: BareView, type: PresentedType): PaperState {
  const phase = phaseOf(view)
  if (view.missingTypes.includes(type))
    return phase === 'approved' || phase === 'over' ? 'never' : awaitedPaper(view, type)
  if (view.documents.some((document) => document.type === type && isUnreadable(document))) return 'unreadable'
  if (phase === 'approved') return isMeantBy(standingNotice(view), type) ? 'waived' : 'accepted'
  return view.approval === 'Rejected' && isRejected(view, type) ? 'rejected' : 'presented'
}

function awaitedPaper({ agreement }: BareView, type: PresentedType): PaperState {
  const asked = agreement?.documents ?? []
  if (asked.length === 0) return 'contract_decides'
  return asked.some((document) => document.type === type) ? 'asked' : 'not_asked'
}

/** A rejection that names no documents means all of them. */
function isRejected({ rejectedTypes }: BareView, type: PresentedType): boolean {
  return rejectedTypes.length === 0 || rejectedTypes.includes(type)
}

/** The standing notice about the last presentation. */
function standingNotice({ examination: { rounds } }: BareView): DiscrepancyNoticeView | null {
  return rounds.at(-1)?.notices.find(({ withdrawnAt }) => withdrawnAt === null) ?? null
}

function isMeantBy(notice: DiscrepancyNoticeView | null, type: PresentedType): boolean {
  return notice !== null && (notice.marks.length === 0 || notice.marks.some((mark) => mark.type === type))
}

function roundsOf(view: BareView): RoundsPart {
  const phase = phaseOf(view)
  return { left: phase === 'open' ? view.examination.roundsLeft : null, last: lastRoundOf(view, phase) }
}

function lastRoundOf(view: BareView, phase: Phase): RoundsPart['last'] {
  if (view.examination.rounds.length === 0) return null
  const hasNotice = standingNotice(view) !== null
  if (phase === 'approved') return hasNotice ? 'waived' : 'accepted'
  if (hasNotice || view.approval === 'Rejected') return null
  if (phase === 'over') return 'undecided'
  return phase === 'quayside' ? 'quayside' : 'under_examination'
}

function decisionOf(view: BareView): DecisionPart {
  const { may, payoutWallet, custody, times, examination } = view
  if (!may.review || !payoutWallet) return { is: 'closed', why: whyClosed(view) }
  const { roundsLeft } = examination
  return {
    is: 'open',
    pending: whilePending(view),
    approved: custody.settledBy === 'signatures' ? 'then_signed' : times.verifiedAt ? 'pays' : 'when_funded',
    rejected: roundsLeft === null ? 'again' : roundsLeft === 0 ? 'none_left' : 'again_in_time',
  }
}

function whyClosed(view: BareView): Extract<DecisionPart, { is: 'closed' }>['why'] {
  const { stage, approval, events } = view
  const isReleased = stage === 'releasing' || stage === 'release_blocked' || stage === 'released'
  if (approval === 'Approved' && (isReleased || !isOverFor(view))) {
    // An acceptance by silence must not read as somebody's decision.
    return events.some(({ kind }) => kind === 'accepted_by_silence') ? 'bySilence' : 'final'
  }
  if (isOverFor(view)) return 'over'
  return stage === 'disputed' ? 'frozen' : 'waits'
}

/** 'nothing_moves' is only true if no deadline, ledger or other side moves the money. */
function whilePending(view: BareView): WhilePending[] {
  const { agreement, approval, stage, custody, times } = view
  const dated = agreement && (agreement.clock ? 'clock' : agreement.still ? 'still' : null)
  const asIs: WhilePending[] = dated ? (approval === 'Rejected' ? ['takes_back'] : ['undecided', dated]) : []
  const besides: WhilePending[] = [
    ...(stage === 'refund_requested' ? (['asked_back'] as const) : []),
    ...(custody.until && times.verifiedAt ? (['held_until'] as const) : []),
  ]
  if (asIs.length > 0) return [...asIs, ...besides]
  return besides.length > 0 ? ['later', ...besides] : ['nothing_moves']
}

const GOES_BACK: readonly Stage[] = ['refund_open', 'refunded', 'refunding', 'refund_blocked', 'disputed']

/** Titles of the wallet: the money goes or went there. Only 'stated' if it goes back or is undecided. */
function walletsOf(view: BareView): PartsView['wallets'] {
  const { stage, payouts, payoutWallet, custody } = view
  const hasGone = payouts.some(({ purpose, at }) => purpose === 'release' && at !== null)
  const goesBack = isCalledOff(stage) || custody.hasLapsed || GOES_BACK.includes(stage)
  return {
    is: hasGone ? 'went' : goesBack ? 'stated' : 'goes',
    isAwaited: payoutWallet === null && stage !== 'disputed' && !isOverFor(view),
  }
}

function presentingOf({ custody, times, may, stage, examination }: BareView): PartsView['presenting'] {
  // Without an on-chain deposit the documents bind nobody, and the form would hide the next step.
  if (may.confirm) return custody.fundedBy === 'lock' && times.verifiedAt === null ? 'after_lock' : 'open'
  if (stage === 'rejected' && examination.roundsLeft === 0) return 'none_left'
  return stage === 'disputed' ? 'frozen' : 'closed'
}

function termsOf(view: BareView): PartsView['terms'] {
  if (view.sealed.versions.length > 0) return null
  // A seller who stated a wallet before that sealed the terms has accepted them, too.
  const wasAccepted = view.custody.wallets === 'agreed' && !(view.stage === 'awaiting_funds' && view.turn === 'seller')
  if (wasAccepted && !isOverFor(view)) return null
  if (isOverFor(view)) return view.times.confirmedAt === null ? 'never' : null
  return view.times.confirmedAt === null ? 'waits' : null
}

function heroOf(view: BareView, reader: Reader | null): PartsView['hero'] {
  const { stage, agreement, examination } = view
  const isLast = examination.roundsLeft === 0
  if (stage === 'rejected' && isLast) return 'none_left'
  if (stage === 'splitting' || stage === 'split') return wasAgreed(view) ? 'agreed' : 'stage'
  if (stage === 'awaiting_examination' && reader !== 'buyer') return isLast ? 'last_round' : 'stage'
  return agreement && stage === 'awaiting_funds' && reader === 'buyer' ? 'dated' : 'stage'
}

/** An on-chain escrow can be divided by the two sides alone: without a decision, the split was agreed. */
function wasAgreed({ divisions, custody, pastDisputes }: BareView): boolean {
  if (divisions.some(({ answer }) => answer?.kind === 'agreed')) return true
  return custody.settledBy !== 'payout' && !pastDisputes.some(({ decision }) => decision === 'split')
}
