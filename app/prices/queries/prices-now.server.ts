import type { Database } from '#app/kernel/db/client.server.ts'
import { ASSETS, type Asset } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { findLastTrades, findPrices } from '#app/prices/db/market.server.ts'
import {
  isFreshPrice,
  judgePrice,
  type PriceDoubt,
  type PriceReading,
  type TradeReading,
} from '#app/prices/domain/price.ts'

export type PriceNow = {
  asset: Asset
  /** US dollars; null is 'N/A': never read, or older than 5 minutes. */
  usd: string | null
  /** When it was read; null for 'N/A' and for the fixed dollar of USDC. */
  readAt: string | null
  /** A service is silent: USDC counts as one dollar (spec §7). */
  isFixed: boolean
  /** Why it is not quoted now (the sentence is the refusal's); null: it is. */
  doubt: PriceDoubt | null
}

/** In the order of ASSETS. */
export async function pricesNow(db: Database, now: Date): Promise<PriceNow[]> {
  const [prices, trades] = await Promise.all([findPrices(db), findLastTrades(db)])
  return ASSETS.map((asset) => {
    const isOfAsset = (reading: { asset: Asset }) => reading.asset === asset
    return priceNow({ asset, price: prices.find(isOfAsset) ?? null, trade: trades.find(isOfAsset) ?? null, now })
  })
}

type Known = { asset: Asset; price: PriceReading | null; trade: TradeReading | null; now: Date }

function priceNow(known: Known): PriceNow {
  const { asset, price, now } = known
  const judged = judgePrice(known)
  if (typeof judged !== 'string') {
    const isFixed = judged.source === 'fixed'
    return { asset, usd: plain(judged.usd), readAt: isFixed ? null : judged.at.toISOString(), isFixed, doubt: null }
  }
  const shown =
    price && isFreshPrice(price.fetchedAt, now)
      ? { usd: plain(price.usd), readAt: price.fetchedAt.toISOString() }
      : { usd: null, readAt: null }
  return { asset, ...shown, isFixed: false, doubt: judged }
}
