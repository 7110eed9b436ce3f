/** Takes the price services of a running Quayside away, and brings them back. */

import { waitFor } from '#scripts/trade/wait.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'
import type { App } from './app.ts'

/** No current price is known from now on: the services fail, and the stored prices are too old to use. */
export async function loseAllPrices(app: App): Promise<void> {
  await app.fault({ target: 'market', kind: 'server_error' })
  for (const table of ['market_price', 'market_trades']) {
    await app.query(`update ${table} set "fetchedAt" = "fetchedAt" - interval '6 minutes'`)
  }
}

/** Clears all faults and waits until both services are read, which the schedule would do in a minute or two. */
export async function findPricesAgain(app: App): Promise<void> {
  await app.clearFaults()
  const ask = async () => {
    const fresh = await app.query(
      `select 1 from market_price price join market_trades trades using (asset)
       having min(least(price."fetchedAt", trades."fetchedAt")) > now() - interval '1 minute'`,
    )
    if (fresh.length > 0) return true
    // A worker that was asking when the fault ended postpones the next request once more.
    await app.query('update market_source set failures = 0, "retryAt" = null')
    for (const job of ['refresh_prices', 'refresh_trades']) {
      await app.query(`select graphile_worker.add_job($1, '{}'::json)`, [job])
    }
    return null
  }
  await waitFor(ask, { what: 'prices and trades are fresh', limitMs: PATIENCE_MS, pauseMs: 250 })
}
