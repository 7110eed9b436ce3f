import type { Database } from '#app/kernel/db/client.server.ts'
import { ASSETS, type Asset } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { findPrices, findTrades, type StoredTrade } from '#app/prices/db/market.server.ts'
import { findSources } from '#app/prices/db/market-sources.server.ts'
import { isFreshPrice } from '#app/prices/domain/price.ts'

export type PriceView = {
  asset: Asset
  /** US dollars; null is 'N/A': never read, or older than 5 minutes. */
  usd: string | null
  /** Percent. */
  change24h: string | null
  readAt: string | null
}

/** In the order of ASSETS. */
export async function latestPrices(db: Database, now: Date): Promise<PriceView[]> {
  const stored = await findPrices(db)
  return ASSETS.map((asset) => {
    const price = stored.find((candidate) => candidate.asset === asset)
    if (!price || !isFreshPrice(price.fetchedAt, now)) return { asset, usd: null, change24h: null, readAt: null }
    return {
      asset,
      usd: plain(price.usd),
      change24h: price.change24h && plain(price.change24h),
      readAt: price.fetchedAt.toISOString(),
    }
  })
}

/**
 * The strip above every page (spec §2 and §4). Null: no fresh price, they are unavailable. Undefined: none has ever
 * arrived and no service has failed, they are still awaited.
 */
export async function stripPrices(db: Database, now: Date): Promise<PriceView[] | null | undefined> {
  const prices = await latestPrices(db, now)
  if (prices.some(({ usd }) => usd !== null)) return prices
  const [stored, sources] = await Promise.all([findPrices(db), findSources(db)])
  const isAwaited = stored.length === 0 && sources.every(({ failures }) => failures === 0)
  return isAwaited ? undefined : null
}

/** Prices and last trades. Neither is shown when read more than 5 minutes ago (product.md §7). */
export async function loadHome(
  db: Database,
  now: Date,
): Promise<{ prices: PriceView[]; trades: { asset: Asset; trades: StoredTrade[] }[] }> {
  const [prices, trades] = await Promise.all([latestPrices(db, now), findTrades(db)])
  const isNew = (fetchedAt: Date | null) => fetchedAt !== null && isFreshPrice(fetchedAt, now)
  return {
    prices,
    trades: trades.map(({ asset, trades, fetchedAt }) => ({ asset, trades: isNew(fetchedAt) ? trades : [] })),
  }
}
