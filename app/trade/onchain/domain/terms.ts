/** Terms of an on-chain escrow. Both sides sign with own wallets: no memo, but an XRP Ledger seller may need a tag. */
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'

export { lastReleaseAt, mayStillRelease, RELEASE_MARGIN_SECONDS } from '#app/settlement/custody/domain/date.ts'

export type OnchainTerms = {
  asset: Asset
  amount: Decimal
  buyerWallet: string
  sellerWallet: string
  /** The destination tag of the seller's wallet. Null on Stellar. */
  sellerTag: string | null
  /** Unix seconds. What was not released before goes back to the buyer; the ledger itself enforces it. */
  deadline: number
  /** The escrow's number, used as the memo of the deposit. Nothing on the ledger depends on it. */
  reference: string
}
