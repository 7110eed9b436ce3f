/** What a payout that does not move waits for. */
import { type PayoutPurpose, type PayoutState, WAITS_FOR, type WaitsFor } from '#app/kernel/domain/payout-state.ts'

export type WaitingPayout = {
  purpose: PayoutPurpose
  state: PayoutState
  /** A refusal code; null unless blocked. */
  blockedReason: string | null
}

/**
 * What a payout in the queue waits for; null when it is not in the queue. Nothing is on its way before it is signed: where
 * the worker has noted no reason yet, it waits for its turn. One that an operator holds waits for that alone. A blocked payout waits for its wallet or for a person, whatever
 * else there is.
 */
export function waitingFor(payout: { state: PayoutState; waitsFor: string | null }): WaitsFor | null {
  // Whoever looks at a wallet that is in trouble may hold its payout, too.
  if (payout.waitsFor === 'held') return 'held'
  if (payout.state !== 'queued') return null
  return WAITS_FOR.find((known) => known === payout.waitsFor) ?? 'turn'
}

/** As its parties read it: which of our accounts lacks what, and what a check looks at, is nobody else's business. */
export function waitingForParties(payout: { state: PayoutState; waitsFor: string | null }): WaitsFor | null {
  const reason = waitingFor(payout)
  return reason && saidToParties(reason)
}

export function saidToParties(reason: WaitsFor): Exclude<WaitsFor, 'cover' | 'no_key' | 'lists' | 'doubt'> {
  if (reason === 'cover' || reason === 'no_key') return 'float'
  return reason === 'lists' || reason === 'doubt' ? 'check' : reason
}

/** Sending it failed several times: no wallet is in the way, and only the operator can start it again. */
export function waitsForOperator(payout: WaitingPayout): boolean {
  return payout.state === 'blocked' && payout.blockedReason === 'payout_failed'
}

/** Money to the buyer that a wallet's trouble holds up: it goes on when the buyer states another one. */
export function waitsForRefundWallet(payout: WaitingPayout): boolean {
  return payout.purpose !== 'release' && payout.state === 'blocked' && !waitsForOperator(payout)
}

/** Money to the seller that a wallet's trouble holds up: it goes on when that one is mended, or when both agree to another. */
export function waitsForPayoutWallet(payout: WaitingPayout): boolean {
  return payout.purpose === 'release' && payout.state === 'blocked' && !waitsForOperator(payout)
}
