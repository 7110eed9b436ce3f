import { inTransaction } from '#app/db/client.server.ts'
import { storePrice, storeTrades } from '#app/db/market.server.ts'
import { ASSETS } from '#app/domain/assets.ts'
import type { Deps } from './deps.ts'

/**
 * Reads prices into the database (product.md §7). A service that does not answer changes nothing: the last good prices
 * stay, and are 'N/A' once they are too old.
 */
export async function refreshPrices(deps: Deps): Promise<void> {
  const prices = await deps.market.prices()
  const fetchedAt = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    for (const price of prices) await storePrice(tx, { ...price, fetchedAt })
  })
}

/** Reads the last trades of each asset into the database. One asset's trouble does not keep the others from it. */
export async function refreshTrades(deps: Deps): Promise<void> {
  const results = await Promise.allSettled(
    ASSETS.map(async (asset) => {
      const trades = await deps.market.lastTrades(asset)
      await storeTrades(deps.db, { asset, trades, fetchedAt: deps.clock.now() })
    }),
  )
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  if (failures.length > 0) throw new AggregateError(failures, 'the trades could not be read')
}
