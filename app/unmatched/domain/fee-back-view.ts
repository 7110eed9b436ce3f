import type { FeeBackState } from '#app/fees/domain/fee-back.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { PayoutState } from '#app/kernel/domain/payout-state.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import type { WaitView } from '#app/settlement/payouts/domain/payout-view.ts'

/** Money that came for a fee and is not the fee, for its payer's pages and the receipt. */
export type FeeBackView = {
  id: string
  /** `over`: more than asked for. `wrong_asset`: another currency. `not_needed`: fee paid otherwise, or order over. */
  why: 'over' | 'wrong_asset' | 'not_needed'
  state: FeeBackState
  /** The payer may state a wallet, or another one. */
  takesWallet: boolean
  /** Plain decimal, in whole units. */
  amount: string
  asset: Asset
  networkName: string
  /** The number of the receipt or order that it came for. */
  reference: string
  quoteId: string
  /** Null: several payments may have added up to it. */
  payment: { id: string; hash: string } | null
  wallet: Wallet | null
  payout: { state: PayoutState; blockedReason: string | null; waits: WaitView | null } | null
  /** The transaction that paid it back. `at` null: a person recorded it. */
  back: { hash: string; explorer: string | null; at: string | null } | null
}
