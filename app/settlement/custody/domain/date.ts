/** Until when what the ledger holds can be released, and from when on it is the buyer's alone (docs/decisions/087). */
import { type Asset, custodyFactsOf } from '#app/kernel/domain/assets.ts'

/** Unix seconds. What was not released before goes back to the buyer; the ledger itself goes by it. */
type Dated = { deadline: number }

/**
 * A release needs several ledgers, and on the XRP Ledger makes a secret public that is worth nothing after the date: in the last
 * ten minutes none is begun.
 */
export const RELEASE_MARGIN_SECONDS = 600

/** The last second (unix) in which a release of ours may be included. */
export function lastReleaseAt({ deadline }: Dated): number {
  return deadline - RELEASE_MARGIN_SECONDS
}

/** May a release be begun now? From ten minutes before the date on it may not: the date wins. */
export function mayStillRelease(dated: Dated, now: Date): boolean {
  return now.getTime() / 1000 < lastReleaseAt(dated)
}

/** A release that is not taken by then may never be: from two hours before on its fee may be higher. */
const NEAR_DATE_SECONDS = 2 * 3_600

/** Would the date soon take the release away from the seller? */
export function isNearDate(dated: Dated, now: Date): boolean {
  return now.getTime() / 1000 >= lastReleaseAt(dated) - NEAR_DATE_SECONDS
}

/**
 * Does the money belong to the buyer alone by now? On Stellar from the second of the date on, on the XRP Ledger after it. `closedAt`
 * is the close time of the newest ledger: the ledgers know no other clock.
 */
export function hasLapsed({ asset, deadline }: Dated & { asset: Asset }, closedAt: Date): boolean {
  const seconds = closedAt.getTime() / 1000
  return custodyFactsOf(asset).isDateInclusive ? seconds >= deadline : seconds > deadline
}
