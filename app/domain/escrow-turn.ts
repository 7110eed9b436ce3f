/** Whose turn it is once payouts are looked at as well: a finished escrow may still owe, a blocked payout waits for somebody. */
import { type Stage, type Turn, turnOf } from './escrow.ts'
import type { Decimal } from './money.ts'
import type { PayoutState } from './payout.ts'

export type WaitingPayout = {
  purpose: 'release' | 'refund' | 'return'
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

/**
 * Who has to do something next. When the escrow itself is over, the buyer may still have to say where money goes that is
 * owed back beside the settlement.
 */
export function nextTurn(stage: Stage, of: { payouts: readonly WaitingPayout[]; owedBack: Decimal }): Turn {
  if (of.payouts.some(waitsForOperator)) return 'quayside'
  const turn = turnOf(stage)
  if (turn !== 'nobody') return turn
  return of.owedBack.gt(0) || of.payouts.some(waitsForRefundWallet) ? 'buyer' : 'nobody'
}
