/** How old a price may be (product.md §7). */

export const PRICE_MINUTES = 5

/** Older prices are 'N/A', and no XLM or XRP quote is made from them. */
export function isFresh(fetchedAt: Date, now: Date): boolean {
  return now.getTime() - fetchedAt.getTime() <= PRICE_MINUTES * 60_000
}
