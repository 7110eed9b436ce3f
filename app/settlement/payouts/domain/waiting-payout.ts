/** Decides what a payout that does not move waits for. */
import { type PayoutPurpose, type PayoutState, WAITS_FOR, type WaitsFor } from '#app/kernel/domain/payout-state.ts'

export type WaitingPayout = {
  purpose: PayoutPurpose
  state: PayoutState
  /** A refusal code. Null: not blocked. */
  blockedReason: string | null
}

/**
 * What a queued payout waits for: its turn, where the worker has noted no reason. A paused one waits for the operator
 * alone. Null: not queued. A blocked payout waits for its wallet or a person, whatever else is noted.
 */
export function waitingFor(payout: { state: PayoutState; waitsFor: string | null }): WaitsFor | null {
  // An operator may also pause a blocked payout.
  if (payout.waitsFor === 'held') return 'held'
  if (payout.state !== 'queued') return null
  return WAITS_FOR.find((known) => known === payout.waitsFor) ?? 'turn'
}

/** For its parties: which of our accounts lacks what, and what a check is about, is not theirs to know. */
export function waitingForParties(payout: { state: PayoutState; waitsFor: string | null }): WaitsFor | null {
  const reason = waitingFor(payout)
  return reason && saidToParties(reason)
}

export function saidToParties(reason: WaitsFor): Exclude<WaitsFor, 'cover' | 'no_key' | 'lists' | 'doubt'> {
  if (reason === 'cover' || reason === 'no_key') return 'float'
  return reason === 'lists' || reason === 'doubt' ? 'check' : reason
}

/** Sending failed several times without a fault of the wallet: only an operator can restart it. */
export function waitsForOperator(payout: WaitingPayout): boolean {
  return payout.state === 'blocked' && payout.blockedReason === 'payout_failed'
}

/** Money to the buyer, blocked by its wallet: it continues when the buyer states another one. */
export function waitsForRefundWallet(payout: WaitingPayout): boolean {
  return payout.purpose !== 'release' && payout.state === 'blocked' && !waitsForOperator(payout)
}

/** Money to the seller, blocked by its wallet: it continues when that is fixed, or both agree to another one. */
export function waitsForPayoutWallet(payout: WaitingPayout): boolean {
  return payout.purpose === 'release' && payout.state === 'blocked' && !waitsForOperator(payout)
}
