/** What a payout that does not move waits for. */
import type { PayoutPurpose, PayoutState } from '#app/domain/kernel/payout-state.ts'

export type WaitingPayout = {
  purpose: PayoutPurpose
  state: PayoutState
  /** A refusal code; null unless blocked. */
  blockedReason: string | null
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
