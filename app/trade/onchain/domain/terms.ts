/**
 * An escrow that the ledger holds: what both sides agreed on before the buyer locks the money, and until when it can be released.
 * Buyer and seller sign with wallets of their own, so neither has a memo; only on the XRP Ledger a seller's wallet may ask for a tag.
 */
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'

export { lastReleaseAt, mayStillRelease, RELEASE_MARGIN_SECONDS } from '#app/settlement/custody/domain/date.ts'

export type HoldTerms = {
  asset: Asset
  amount: Decimal
  buyerWallet: string
  sellerWallet: string
  /** The destination tag of the seller's wallet. Null on Stellar. */
  sellerTag: string | null
  /** Unix seconds. What was not released before goes back to the buyer; the ledger itself goes by it. */
  deadline: number
  /** The escrow's own number, the memo of the transaction that locks. The ledger decides nothing by it. */
  reference: string
}
