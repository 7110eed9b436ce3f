import type { EscrowPurpose, PayoutState, WaitsFor } from '#app/kernel/domain/payout-state.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import type { Expectation } from './expectation.ts'

/** `fee`: what the network asks for, with its asset ('0.0072 XRP'). Null: it does not wait for fees. */
export type WaitView = { for: WaitsFor; before: number; fee: string | null }

export type PayoutView = {
  id: string
  purpose: EscrowPurpose
  /** Plain decimal, in whole units. */
  amount: string
  /** Null for the seller when the money goes to the buyer, whose wallet is private. */
  wallet: Wallet | null
  state: PayoutState
  blockedReason: string | null
  /** What it waits for, and how many are before it in the queue. Null: neither queued nor paused. */
  waits: WaitView | null
  /** Set aside on Stellar, and not yet claimed by its wallet. */
  isToTake?: boolean
  hash: string | null
  explorer: string | null
  at: string | null
}

/** `expectation`: the wallet that the buyer expected, another one, or one that the buyer left to the seller. */
export type StatedWallet = Wallet & {
  statedAt: string
  expectation: Expectation
  changedAt: string | null
}

export type PayoutsView = {
  payouts: PayoutView[]
  /** The wallet that the buyer expects: the buyer's own note, hidden from the seller. Null also: left to the seller. */
  expectedWallet: Wallet | null
  payoutWallet: StatedWallet | null
  /** Another wallet that the seller proposes for a blocked release. */
  walletProposal: (Wallet & { proposedAt: string }) | null
}
