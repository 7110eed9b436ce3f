/** Whose turn it is once payouts are looked at as well: a finished escrow may still owe, a blocked payout waits for somebody. */

import type { Decimal } from '#app/domain/kernel/money.ts'
import type { PayoutState } from '#app/domain/payouts/payout.ts'
import { type Stage, type Turn, turnOf } from './escrow.ts'

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

/** Money to the seller that a wallet's trouble holds up: it goes on when that one is mended, or when both agree to another. */
export function waitsForPayoutWallet(payout: WaitingPayout): boolean {
  return payout.purpose === 'release' && payout.state === 'blocked' && !waitsForOperator(payout)
}

type Wallet = { address: string; memo: string | null }

/** An exchange's customers share an address, so the memo counts as much. */
export function isSameWallet(one: Wallet, other: Wallet): boolean {
  return one.address === other.address && one.memo === other.memo
}

export type Waiting = {
  payouts: readonly WaitingPayout[]
  owedBack: Decimal
  /** The seller's proposal of another payout wallet, which the buyer has not agreed to. */
  walletProposal: Wallet | null
}

/**
 * Who has to do something next. A release that its wallet cannot receive is the seller's matter, until the seller proposes
 * another wallet: then the buyer's. When the escrow itself is over, the buyer may still have to say where money goes that is
 * owed back beside the settlement.
 */
export function nextTurn(stage: Stage, of: Waiting): Turn {
  if (of.payouts.some(waitsForOperator)) return 'quayside'
  if (of.walletProposal) return 'buyer'
  const turn = turnOf(stage)
  if (turn !== 'nobody') return turn
  return of.owedBack.gt(0) || of.payouts.some(waitsForRefundWallet) ? 'buyer' : 'nobody'
}
