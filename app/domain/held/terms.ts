/**
 * An escrow that the ledger holds: what both sides agreed on before the buyer locks the money, and until when it can be released.
 * Buyer and seller sign with wallets of their own, so neither has a memo; only on the XRP Ledger a seller's wallet may ask for a tag.
 */
import type { Asset } from '#app/domain/kernel/assets.ts'
import type { Decimal } from '#app/domain/kernel/money.ts'

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

/**
 * A release needs several ledgers, and on the XRP Ledger makes a secret public that is worth nothing after the date: in the last
 * ten minutes none is begun.
 */
export const RELEASE_MARGIN_SECONDS = 600

/** The last second (unix) in which a release of ours may be included. */
export function lastReleaseAt({ deadline }: Pick<HoldTerms, 'deadline'>): number {
  return deadline - RELEASE_MARGIN_SECONDS
}

/** May a release be begun now? From ten minutes before the date on it may not: the date wins. */
export function mayStillRelease(terms: Pick<HoldTerms, 'deadline'>, now: Date): boolean {
  return now.getTime() / 1000 < lastReleaseAt(terms)
}

/**
 * Does the money belong to the buyer alone by now? On Stellar from the second of the date on, on the XRP Ledger after it. `closedAt`
 * is the close time of the newest ledger: the ledgers know no other clock.
 */
export function hasLapsed({ asset, deadline }: Pick<HoldTerms, 'asset' | 'deadline'>, closedAt: Date): boolean {
  const seconds = closedAt.getTime() / 1000
  return asset === 'XRP' ? seconds > deadline : seconds >= deadline
}
