import type { EscrowPurpose, PayoutState, WaitsFor } from '#app/kernel/domain/payout-state.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import type { Expectation } from './expectation.ts'

/** `fee`: what the network asks for, as it is read ('0.0072 XRP'); null where it does not wait for fees. */
export type ShownWait = { for: WaitsFor; before: number; fee: string | null }

/** Money that leaves the escrow, or left it. */
export type ShownPayout = {
  id: string
  purpose: EscrowPurpose
  /** Plain decimal, in whole units. */
  amount: string
  /** Null for the seller when the money goes to the buyer: that wallet is nobody else's business. */
  wallet: Wallet | null
  state: PayoutState
  blockedReason: string | null
  /** What it waits for in the queue, and how many are before it; null when it is signed, paid or blocked. */
  waits: ShownWait | null
  /** Set aside on Stellar, and not taken yet by the wallet that it is for. */
  isToTake?: boolean
  hash: string | null
  explorer: string | null
  at: string | null
}

/** `expectation`: is it the wallet that the buyer expected, another one, or was it left to the seller to name one? */
export type StatedWallet = Wallet & {
  statedAt: string
  expectation: Expectation
  changedAt: string | null
}

/** The payouts of an escrow, and the wallets that the seller's money is for. */
export type ShownPayouts = {
  payouts: ShownPayout[]
  /** Which wallet the buyer expects to be paid: the buyer's own note, hidden from the seller. Null, too: left to the seller. */
  expectedWallet: Wallet | null
  payoutWallet: StatedWallet | null
  /** Another wallet that the seller proposes for a release that waits. */
  walletProposal: (Wallet & { proposedAt: string }) | null
}
