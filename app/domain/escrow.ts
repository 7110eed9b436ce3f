/**
 * What an escrow's facts mean: its stage, whose turn it is, and whether the money may move. The facts arrive in any
 * order (a seller may confirm before the buyer funds); nothing here is stored, so nothing can contradict the facts.
 */
import type { PayoutState } from './payout.ts'

export const APPROVALS = ['Pending', 'Approved', 'Rejected'] as const
export type Approval = (typeof APPROVALS)[number]

export type EscrowFacts = {
  /** Funded: the whole amount is in a closed or validated ledger. */
  verifiedAt: Date | null
  /** The seller confirmed shipment. */
  confirmedAt: Date | null
  approval: Approval
  releasedAt: Date | null
  /** The payout to the seller, once there is one. */
  releaseState: PayoutState | null
  /** The payout that gives the whole escrow back, once there is one. An excess given back is not meant here. */
  refundState: PayoutState | null
  cancelledAt: Date | null
}

export const STAGES = [
  'awaiting_funds',
  'awaiting_confirmation',
  'awaiting_examination',
  'rejected',
  'releasing',
  'release_blocked',
  'released',
  'refunding',
  'refund_blocked',
  'refunded',
  'cancelled',
] as const
export type Stage = (typeof STAGES)[number]

/** What people see first. The order of the questions is the order of importance: money that moved outranks plans. */
export function stageOf(facts: EscrowFacts): Stage {
  if (facts.releasedAt || facts.releaseState === 'confirmed') return 'released'
  if (facts.releaseState === 'blocked') return 'release_blocked'
  if (facts.releaseState) return 'releasing'
  if (facts.refundState === 'confirmed') return 'refunded'
  if (facts.refundState === 'blocked') return 'refund_blocked'
  if (facts.refundState) return 'refunding'
  if (facts.cancelledAt) return 'cancelled'
  if (isReleasable(facts)) return 'releasing'
  if (facts.confirmedAt && facts.approval === 'Rejected') return 'rejected'
  if (!facts.verifiedAt) return 'awaiting_funds'
  return facts.confirmedAt ? 'awaiting_examination' : 'awaiting_confirmation'
}

export type Turn = 'buyer' | 'seller' | 'quayside' | 'nobody'

const TURNS: Record<Stage, Turn> = {
  awaiting_funds: 'buyer',
  awaiting_confirmation: 'seller',
  awaiting_examination: 'buyer',
  rejected: 'seller',
  releasing: 'quayside',
  // A blocked payout waits for its payee, whose wallet is in the way; the operator is told as well.
  release_blocked: 'seller',
  released: 'nobody',
  refunding: 'quayside',
  refund_blocked: 'buyer',
  refunded: 'nobody',
  cancelled: 'nobody',
}

/** Who has to do something next. */
export function turnOf(stage: Stage): Turn {
  return TURNS[stage]
}

/** May a release be started? Funded, confirmed and approved, and the money is not on its way anywhere (product.md §3). */
export function isReleasable(facts: EscrowFacts): boolean {
  return isDue(facts) && !isClosing(facts)
}

/** May the buyer set the approval? After the seller's confirmation, until the three facts hold and the release starts. */
export function canReview(facts: EscrowFacts): boolean {
  return facts.confirmedAt !== null && !isDue(facts) && !isClosing(facts)
}

/** May the seller confirm, or present again? Until the buyer approves. */
export function canConfirm(facts: EscrowFacts): boolean {
  return facts.approval !== 'Approved' && !isClosing(facts)
}

/** May documents be added, replaced or deleted? Not after approval: what was approved stays as it was. */
export function canChangeDocuments(facts: EscrowFacts): boolean {
  return canConfirm(facts)
}

/** All three facts, whatever happened to the money since. */
function isDue(facts: EscrowFacts): boolean {
  return facts.verifiedAt !== null && facts.confirmedAt !== null && facts.approval === 'Approved'
}

/** The money has left, is leaving, or the escrow is called off. */
function isClosing(facts: EscrowFacts): boolean {
  return Boolean(facts.releasedAt || facts.releaseState || facts.refundState || facts.cancelledAt)
}

export type LineState = 'done' | 'open' | 'refused' | 'moving' | 'blocked'

export type Lines = {
  funded: LineState
  confirmed: LineState
  approved: LineState
  release: LineState
}

/** The three lines that hold the money, and the release behind them, as every page draws them. */
export function lineStates(facts: EscrowFacts): Lines {
  return {
    funded: facts.verifiedAt ? 'done' : 'open',
    confirmed: facts.confirmedAt ? 'done' : 'open',
    approved: approvalLine(facts),
    release: releaseLine(stageOf(facts)),
  }
}

function approvalLine({ approval }: EscrowFacts): LineState {
  if (approval === 'Approved') return 'done'
  return approval === 'Rejected' ? 'refused' : 'open'
}

function releaseLine(stage: Stage): LineState {
  if (stage === 'released') return 'done'
  if (stage === 'releasing') return 'moving'
  return stage === 'release_blocked' ? 'blocked' : 'open'
}
