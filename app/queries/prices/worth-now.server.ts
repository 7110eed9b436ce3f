/** What amounts are worth just now, for pages that show it beside them. Nothing is reckoned with it. */
import type { Database } from '#app/db/kernel/client.server.ts'
import type { Asset } from '#app/domain/kernel/assets.ts'
import { Decimal, plainUsd } from '#app/domain/kernel/money.ts'
import { worthUsd } from '#app/domain/prices/price.ts'
import { pricesNow } from './prices-now.server.ts'

export type WorthOf = (sum: { amount: string; asset: Asset }) => string | null

/** US dollars as a plain decimal; null where no price is borne out by both services, also for USDC. */
export async function worthNow(db: Database, now: Date): Promise<WorthOf> {
  const prices = await pricesNow(db, now)
  return ({ amount, asset }) => {
    const price = prices.find((candidate) => candidate.asset === asset)
    if (!price || price.usd === null || price.doubt !== null || price.isFixed) return null
    return plainUsd(worthUsd(new Decimal(amount), new Decimal(price.usd)))
  }
}
