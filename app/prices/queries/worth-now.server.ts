/** The current worth of amounts, for display only: nothing is calculated from it. */
import type { Database } from '#app/kernel/db/client.server.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal, plainUsd } from '#app/kernel/domain/money.ts'
import { worthUsd } from '#app/prices/domain/price.ts'
import { type PriceNow, pricesNow } from './prices-now.server.ts'

type Sum = { amount: string; asset: Asset }

/** US dollars as a plain decimal, and when their price was read. */
export type SumWorth = { usd: string; at: string }

/** Null as in `worthBy`. */
export async function findWorth(db: Database, { now, ...sum }: Sum & { now: Date }): Promise<SumWorth | null> {
  return worthBy(await pricesNow(db, now), sum)
}

/** Null: no price that both services confirm now, or only the fixed dollar. */
export function worthBy(prices: readonly PriceNow[], { amount, asset }: Sum): SumWorth | null {
  const price = prices.find((candidate) => candidate.asset === asset)
  if (!price || price.usd === null || price.readAt === null || price.doubt !== null || price.isFixed) return null
  return { usd: plainUsd(worthUsd(new Decimal(amount), new Decimal(price.usd))), at: price.readAt }
}

/** US dollars per unit, and when they were read. */
export type WorthView = { asset: Asset; usd: string; readAt: string }

/** For assets whose price both services confirm now. */
export async function trustedPrices(db: Database, now: Date): Promise<WorthView[]> {
  return (await pricesNow(db, now)).flatMap(({ asset, usd, readAt, doubt }) =>
    usd !== null && readAt !== null && doubt === null ? [{ asset, usd, readAt }] : [],
  )
}
