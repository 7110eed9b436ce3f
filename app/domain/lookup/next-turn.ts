/** Whose turn it is once payouts are looked at as well: a finished escrow may still owe, a blocked payout waits for somebody. */

import type { HoldExitKind } from '#app/domain/custody/exit.ts'
import { type Stage, type Turn, turnOf } from '#app/domain/escrow/escrow.ts'
import { LOCK_TURNS, type LockStep } from '#app/domain/escrow/hold-state.ts'
import type { Decimal } from '#app/domain/kernel/money.ts'
import type { Wallet } from '#app/domain/kernel/wallet.ts'
import { type WaitingPayout, waitsForOperator, waitsForRefundWallet } from '#app/domain/payouts/waiting-payout.ts'

export type Waiting = {
  payouts: readonly WaitingPayout[]
  owedBack: Decimal
  /** The seller's proposal of another payout wallet, which the buyer has not agreed to. */
  walletProposal: Wallet | null
  /** Of an escrow that the ledger holds: what comes before its lock, and the way out that is open. Left out, or null: Quayside holds the money. */
  held?: { lockStep: LockStep; exit?: { kind: HoldExitKind; state: string } | null } | null
}

/** Whose signature is asked for first; the other side's is taken as well, but for a claim after the date. */
const SIGNERS = { release: 'buyer', refund: 'seller', division: 'buyer', expiry: 'buyer' } as const

/**
 * Who has to do something next. A release that its wallet cannot receive is the seller's matter, until the seller proposes
 * another wallet: then the buyer's. When the escrow itself is over, the buyer may still have to say where money goes that is
 * owed back beside the settlement.
 */
export function nextTurn(stage: Stage, of: Waiting): Turn {
  if (of.payouts.some(waitsForOperator)) return 'quayside'
  if (of.walletProposal) return 'buyer'
  // Nobody can lock anything before the seller has stated a wallet, and Quayside has checked both sides.
  if (stage === 'awaiting_funds' && of.held) return LOCK_TURNS[of.held.lockStep]
  if (of.held?.exit?.state === 'collecting') return SIGNERS[of.held.exit.kind]
  const turn = turnOf(stage)
  if (turn !== 'nobody') return turn
  return of.owedBack.gt(0) || of.payouts.some(waitsForRefundWallet) ? 'buyer' : 'nobody'
}
