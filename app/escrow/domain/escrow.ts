/**
 * What an escrow's facts mean: its stage, whom it awaits, and whether money may move. Facts arrive in any order (a
 * seller may confirm before the buyer funds). Nothing is stored, so nothing can contradict the facts.
 */
import type { PayoutState } from '#app/kernel/domain/payout-state.ts'

export const APPROVALS = ['Pending', 'Approved', 'Rejected'] as const
export type Approval = (typeof APPROVALS)[number]

export type EscrowFacts = {
  /** Funded: the whole amount is in a closed or validated ledger. */
  verifiedAt: Date | null
  /** The seller confirmed shipment. */
  confirmedAt: Date | null
  approval: Approval
  releasedAt: Date | null
  /** State of the payout to the seller, once there is one. */
  releaseState: PayoutState | null
  /** State of the payout that refunds the escrow, once there is one; not of a returned excess. */
  refundState: PayoutState | null
  cancelledAt: Date | null
  /** The buyer asked for a refund and the seller has not answered. */
  refundAskedAt: Date | null
  /** A party opened a dispute that the operator has not decided. */
  disputedAt: Date | null
  /** No documents were accepted in time: the money is the buyer's, who has to say where it goes. */
  refundOpenedAt?: Date | null
  /** Not funded in time, which also cancelled it. */
  lapsedAt?: Date | null
}

export const STAGES = [
  'awaiting_funds',
  'awaiting_confirmation',
  'awaiting_examination',
  'rejected',
  'refund_requested',
  'refund_open',
  'disputed',
  'releasing',
  'release_blocked',
  'released',
  'refunding',
  'refund_blocked',
  'refunded',
  'splitting',
  'split',
  'cancelled',
  'lapsed',
] as const
export type Stage = (typeof STAGES)[number]

/** The stage that pages show first. Conditions are in order of importance: money that moved outranks plans. */
export function stageOf(facts: EscrowFacts): Stage {
  const settling = settlingStage(facts)
  if (settling) return settling
  if (facts.cancelledAt) return facts.lapsedAt ? 'lapsed' : 'cancelled'
  if (facts.refundOpenedAt) return 'refund_open'
  if (facts.disputedAt) return 'disputed'
  if (isReleasable(facts)) return 'releasing'
  if (facts.refundAskedAt) return 'refund_requested'
  if (facts.confirmedAt && facts.approval === 'Rejected') return 'rejected'
  if (!facts.verifiedAt) return 'awaiting_funds'
  return facts.confirmedAt ? 'awaiting_examination' : 'awaiting_confirmation'
}

/** Money that left or leaves. If a decision split it, both payouts count. */
function settlingStage({ releaseState: release, refundState: refund, releasedAt }: EscrowFacts): Stage | null {
  if (release === 'blocked') return 'release_blocked'
  if (refund === 'blocked') return 'refund_blocked'
  if (release && refund) return release === 'confirmed' && refund === 'confirmed' ? 'split' : 'splitting'
  if (releasedAt || release === 'confirmed') return 'released'
  if (release) return 'releasing'
  if (refund) return refund === 'confirmed' ? 'refunded' : 'refunding'
  return null
}

export type Awaiting = 'buyer' | 'seller' | 'quayside' | 'nobody'

const TURNS: Record<Stage, Awaiting> = {
  awaiting_funds: 'buyer',
  awaiting_confirmation: 'seller',
  awaiting_examination: 'buyer',
  rejected: 'seller',
  refund_requested: 'seller',
  // The buyer says where it goes.
  refund_open: 'buyer',
  disputed: 'quayside',
  releasing: 'quayside',
  // A blocked payout waits for its payee, whose wallet is the obstacle; the operator is notified too.
  release_blocked: 'seller',
  released: 'nobody',
  refunding: 'quayside',
  refund_blocked: 'buyer',
  refunded: 'nobody',
  splitting: 'quayside',
  split: 'nobody',
  cancelled: 'nobody',
  lapsed: 'nobody',
}

/** Did it end unfunded: called off, or at its deadline? */
export function isCalledOff(stage: Stage): boolean {
  return stage === 'cancelled' || stage === 'lapsed'
}

const UNDECIDED: readonly Stage[] = [
  'awaiting_funds',
  'awaiting_confirmation',
  'awaiting_examination',
  'rejected',
  'refund_requested',
  'disputed',
]

/** Is it settled where the money goes, or that none comes, by a decision or a deadline? */
export function isDecided(stage: Stage): boolean {
  return !UNDECIDED.includes(stage)
}

export function awaitingOf(stage: Stage): Awaiting {
  return TURNS[stage]
}

/** May a release start? Funded, confirmed and approved, and nothing else happens to the money (product.md §3). */
export function isReleasable(facts: EscrowFacts): boolean {
  return isDue(facts) && isOpen(facts)
}

/** May the buyer decide? After the seller confirmed. Approval is final even while unfunded: the seller ships by it. */
export function canReview(facts: EscrowFacts): boolean {
  return facts.confirmedAt !== null && facts.approval !== 'Approved' && isOpen(facts)
}

/** May the seller confirm, or present again? Until the buyer approves. */
export function canConfirm(facts: EscrowFacts): boolean {
  return facts.approval !== 'Approved' && isOpen(facts)
}

/** May documents be added, replaced or deleted? Not after approval: what was approved stays as it was. */
export function canChangeDocuments(facts: EscrowFacts): boolean {
  return canConfirm(facts)
}

/** May the seller state another payout wallet? Once confirmed, while no release to the stated one is due. */
export function canChangeWallet(facts: EscrowFacts): boolean {
  return facts.confirmedAt !== null && !isDue(facts) && isOpen(facts)
}

/** Why nothing more can be examined or presented, in an escrow without an open dispute. */
export function whyFinal({ approval }: EscrowFacts): 'approval_final' | 'escrow_settled' {
  return approval === 'Approved' ? 'approval_final' : 'escrow_settled'
}

/** May the buyer call it off? While it is not funded; afterwards the seller or the operator settles it. */
export function canCancel(facts: EscrowFacts): boolean {
  return facts.verifiedAt === null && isOpen(facts)
}

/**
 * May the buyer name another seller? Until one is bound, by accepting the terms or by confirming, and while nothing is
 * decided about the money (product.md §3, Invitation).
 */
export function canNameSeller({ facts, sellerId }: { facts: EscrowFacts; sellerId: string | null }): boolean {
  return sellerId === null && facts.confirmedAt === null && isOpen(facts)
}

/** May the buyer ask for a refund? The seller has to agree (product.md §3). */
export function canAskForRefund(facts: EscrowFacts): boolean {
  return facts.verifiedAt !== null && facts.refundAskedAt === null && isOpen(facts)
}

/** Is there a refund request that the seller may answer and the buyer withdraw? */
export function canAnswerRefund(facts: EscrowFacts): boolean {
  return facts.refundAskedAt !== null && isOpen(facts)
}

/** May a party open a dispute? While there is money, and nothing is decided about it. */
export function canDispute(facts: EscrowFacts): boolean {
  return facts.verifiedAt !== null && isOpen(facts)
}

/** Did a deadline open a refund that waits for the buyer's wallet? */
export function waitsForItsWallet({ refundOpenedAt, refundState }: EscrowFacts): boolean {
  return Boolean(refundOpenedAt) && !refundState
}

/** Is it decided where the money goes? Then only an excess can still be owed. */
export function isSettled(facts: EscrowFacts): boolean {
  return Boolean(facts.releasedAt || facts.releaseState || facts.refundState || facts.cancelledAt)
}

/** All three conditions are met, whatever happened to the money since. */
function isDue(facts: EscrowFacts): boolean {
  return facts.verifiedAt !== null && facts.confirmedAt !== null && facts.approval === 'Approved'
}

/** Nothing is decided about the money, and the parties may act: no settlement, no dispute. */
function isOpen(facts: EscrowFacts): boolean {
  return !isSettled(facts) && facts.disputedAt === null && !facts.refundOpenedAt
}

export type EscrowLineState = 'done' | 'open' | 'refused' | 'moving' | 'blocked'

export type EscrowLines = {
  funded: EscrowLineState
  confirmed: EscrowLineState
  approved: EscrowLineState
  release: EscrowLineState
}

/** The three conditions that hold the money, and the release after them, as every page draws them. */
export function lineStates(facts: EscrowFacts): EscrowLines {
  return {
    funded: facts.verifiedAt ? 'done' : 'open',
    confirmed: facts.confirmedAt ? 'done' : 'open',
    approved: approvalLine(facts),
    release: releaseLine(facts),
  }
}

function approvalLine({ approval }: EscrowFacts): EscrowLineState {
  if (approval === 'Approved') return 'done'
  return approval === 'Rejected' ? 'refused' : 'open'
}

function releaseLine(facts: EscrowFacts): EscrowLineState {
  const { releaseState, releasedAt } = facts
  if (releasedAt || releaseState === 'confirmed') return 'done'
  if (releaseState === 'blocked') return 'blocked'
  return releaseState || isReleasable(facts) ? 'moving' : 'open'
}
