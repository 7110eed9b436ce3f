/** Decides until when an on-chain escrow can be released, and when it returns to the buyer (docs/decisions/087). */
import { type Asset, custodyFactsOf } from '#app/kernel/domain/assets.ts'

/** Unix seconds. What is not released before returns to the buyer; the ledger itself enforces it. */
type Dated = { deadline: number }

/**
 * No release begins in the last ten minutes: it needs several ledgers, and on the XRP Ledger it publishes a secret that
 * is worthless after the date.
 */
export const RELEASE_MARGIN_SECONDS = 600

/** The last second (unix) in which a release of ours may be included. */
export function lastReleaseAt({ deadline }: Dated): number {
  return deadline - RELEASE_MARGIN_SECONDS
}

/** False from ten minutes before the date on: the date wins. */
export function mayStillRelease(dated: Dated, now: Date): boolean {
  return now.getTime() / 1000 < lastReleaseAt(dated)
}

/** From two hours before the last moment, a release may cost a higher fee, because a late one is impossible. */
const NEAR_DATE_SECONDS = 2 * 3_600

/** True when the date would soon take the release away from the seller. */
export function isNearDate(dated: Dated, now: Date): boolean {
  return now.getTime() / 1000 >= lastReleaseAt(dated) - NEAR_DATE_SECONDS
}

/**
 * True when the money is the buyer's alone: on Stellar from the second of the date on, on the XRP Ledger after it.
 * `closedAt`: close time of the newest ledger, the only clock that ledgers know.
 */
export function hasLapsed({ asset, deadline }: Dated & { asset: Asset }, closedAt: Date): boolean {
  const seconds = closedAt.getTime() / 1000
  return custodyFactsOf(asset).isDateInclusive ? seconds >= deadline : seconds > deadline
}
