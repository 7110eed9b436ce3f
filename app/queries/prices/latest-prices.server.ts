/** What home shows of the markets. */

import type { Database } from '#app/db/kernel/client.server.ts'
import { findPrices, findTrades, type StoredTrade } from '#app/db/prices/market.server.ts'
import { ASSETS, type Asset } from '#app/domain/kernel/assets.ts'
import { plain } from '#app/domain/kernel/money.ts'
import { isFresh } from '#app/domain/prices/price.ts'

export type ShownPrice = {
  asset: Asset
  /** US dollars; null is 'N/A': never read, or older than 5 minutes. */
  usd: string | null
  /** Percent. */
  change24h: string | null
  readAt: string | null
}

/** One entry per asset, in the order of ASSETS. */
export async function latestPrices(db: Database, now: Date): Promise<ShownPrice[]> {
  const stored = await findPrices(db)
  return ASSETS.map((asset) => {
    const price = stored.find((candidate) => candidate.asset === asset)
    if (!price || !isFresh(price.fetchedAt, now)) return { asset, usd: null, change24h: null, readAt: null }
    return {
      asset,
      usd: plain(price.usd),
      change24h: price.change24h && plain(price.change24h),
      readAt: price.fetchedAt.toISOString(),
    }
  })
}

export async function loadHome(
  db: Database,
  now: Date,
): Promise<{ prices: ShownPrice[]; trades: { asset: Asset; trades: StoredTrade[] }[] }> {
  const [prices, trades] = await Promise.all([latestPrices(db, now), findTrades(db)])
  return { prices, trades }
}
