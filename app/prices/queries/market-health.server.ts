/** How the price services have answered lately, and what fee quotes are based on. */
import type { Database } from '#app/kernel/db/client.server.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { findSources } from '#app/prices/db/market-sources.server.ts'
import type { PriceDoubt } from '#app/prices/domain/price.ts'
import { pricesNow } from './prices-now.server.ts'

export type MarketHealth = {
  /** By name; a service that was never asked is missing. */
  services: Record<string, { goodSecondsAgo: number | null; failures: number }>
  /** 'market', 'fixed' for the dollar of USDC, or why an asset is not quoted now. */
  quotes: Record<Asset, 'market' | 'fixed' | PriceDoubt>
}

/** Throws when the database does not answer. */
export async function loadMarketHealth(db: Database, now: Date): Promise<MarketHealth> {
  const [sources, prices] = await Promise.all([findSources(db), pricesNow(db, now)])
  const services = sources.map(({ name, failures, lastGoodAt }) => {
    const goodSecondsAgo = lastGoodAt && Math.round((now.getTime() - lastGoodAt.getTime()) / 1000)
    return [name, { goodSecondsAgo, failures }] as const
  })
  const quotes = prices.map(({ asset, isFixed, doubt }) => [asset, doubt ?? (isFixed ? 'fixed' : 'market')] as const)
  return { services: Object.fromEntries(services), quotes: Object.fromEntries(quotes) as MarketHealth['quotes'] }
}
