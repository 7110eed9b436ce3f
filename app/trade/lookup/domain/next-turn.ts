/** Whose turn it is once payouts are looked at as well: a finished escrow may still owe, a blocked payout waits for somebody. */

import { type Stage, type Turn, turnOf } from '#app/escrow/domain/escrow.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import { type Awaited, turnOfCustody } from '#app/settlement/custody/domain/custody-turn.ts'
import {
  type WaitingPayout,
  waitsForOperator,
  waitsForRefundWallet,
} from '#app/settlement/payouts/domain/waiting-payout.ts'

export type Waiting = Awaited & {
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
export function nextTurn(stage: Stage, of: Waiting, now: Date): Turn {
  if (of.payouts.some(waitsForOperator)) return 'quayside'
  if (of.walletProposal) return 'buyer'
  const ofCustody = turnOfCustody(stage, of, now)
  if (ofCustody) return ofCustody
  const turn = turnOf(stage)
  if (turn !== 'nobody') return turn
  return of.owedBack.gt(0) || of.payouts.some(waitsForRefundWallet) ? 'buyer' : 'nobody'
}
