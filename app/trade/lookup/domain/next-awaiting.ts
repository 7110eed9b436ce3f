/** Whose turn it is, including transfers: money may be owed after the end, and a blocked transfer waits for someone. */

import { type Awaiting, awaitingOf, type Stage } from '#app/escrow/domain/escrow.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import { type Awaited, awaitingOfCustody } from '#app/settlement/custody/domain/custody-awaiting.ts'
import {
  type WaitingPayout,
  waitsForOperator,
  waitsForRefundWallet,
} from '#app/settlement/payouts/domain/waiting-payout.ts'

export type AwaitedStep = Awaited & {
  payouts: readonly WaitingPayout[]
  owedBack: Decimal
  /** The seller's proposal of another payout wallet, not yet accepted by the buyer. */
  walletProposal: Wallet | null
}

/**
 * Returns who must act next. If the seller's wallet cannot receive the release, it is the seller, and the buyer once
 * the seller has proposed another wallet. After the end, the buyer may have to state a wallet for money owed back.
 */
export function nextAwaiting(stage: Stage, of: AwaitedStep, now: Date): Awaiting {
  if (of.payouts.some(waitsForOperator)) return 'quayside'
  if (of.walletProposal) return 'buyer'
  const ofCustody = awaitingOfCustody(stage, of, now)
  if (ofCustody) return ofCustody
  const turn = awaitingOf(stage)
  if (turn !== 'nobody') return turn
  return of.owedBack.gt(0) || of.payouts.some(waitsForRefundWallet) ? 'buyer' : 'nobody'
}
