import type { Transaction } from '#app/kernel/db/client.server.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { findLastTrade, findPrice } from '#app/prices/db/market.server.ts'
import { type FreshPrice, judgePrice, type PriceDoubt } from '#app/prices/domain/price.ts'

/** The price that both services confirm, to quote by; or the refusal that says why there is none now. */
export async function findQuotePrice(
  tx: Transaction,
  of: { asset: Asset; now: Date },
): Promise<FreshPrice | PriceDoubt> {
  const price = await findPrice(tx, of.asset)
  const trade = await findLastTrade(tx, of.asset)
  return judgePrice({ ...of, price, trade })
}

/** The same price, to settle a late payment by; null: there is none now. */
export async function findFreshPrice(tx: Transaction, of: { asset: Asset; now: Date }): Promise<FreshPrice | null> {
  const found = await findQuotePrice(tx, of)
  return typeof found === 'string' ? null : found
}
