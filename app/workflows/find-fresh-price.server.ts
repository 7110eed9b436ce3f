import type { Transaction } from '#app/db/client.server.ts'
import { findPrice } from '#app/db/market.server.ts'
import type { Asset } from '#app/domain/assets.ts'
import { Decimal } from '#app/domain/money.ts'
import { isFresh } from '#app/domain/price.ts'

export type FreshPrice = { usd: Decimal; source: string; at: Date }

/** A price young enough to reckon with, or null; USDC counts as 1 when the price service is silent (spec §7). */
export async function findFreshPrice(tx: Transaction, of: { asset: Asset; now: Date }): Promise<FreshPrice | null> {
  const stored = await findPrice(tx, of.asset)
  if (stored && isFresh(stored.fetchedAt, of.now)) {
    return { usd: stored.usd, source: stored.source, at: stored.fetchedAt }
  }
  return of.asset === 'USDC' ? { usd: new Decimal(1), source: 'fixed', at: of.now } : null
}
