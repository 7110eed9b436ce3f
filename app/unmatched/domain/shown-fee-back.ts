import type { FeeBackState } from '#app/fees/domain/fee-back.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { PayoutState } from '#app/kernel/domain/payout-state.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import type { ShownWait } from '#app/settlement/payouts/domain/shown-payout.ts'

/** What came for a fee and is not the fee, as its payer's pages and the receipt show it. */
export type ShownFeeBack = {
  id: string
  /** `over`: more than was asked for. `wrong_asset`: another currency. `not_needed`: for a fee that was paid, or an order that is over. */
  why: 'over' | 'wrong_asset' | 'not_needed'
  state: FeeBackState
  /** The payer says where it goes, or says it anew. */
  takesWallet: boolean
  /** Plain decimal, in whole units. */
  amount: string
  asset: Asset
  networkName: string
  /** The number of the receipt, or of the order, that it came for. */
  reference: string
  quoteId: string
  /** The payment; null for what several may have come to. */
  payment: { id: string; hash: string } | null
  wallet: Wallet | null
  payout: { state: PayoutState; blockedReason: string | null; waits: ShownWait | null } | null
  /** The transaction that gave it back; `at` is null where a person wrote it down. */
  back: { hash: string; explorer: string | null; at: string | null } | null
}
