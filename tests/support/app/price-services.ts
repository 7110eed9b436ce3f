/** The price services of a running Quayside, silent and back. */

import { waitFor } from '#scripts/trade/wait.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'
import type { App } from './app.ts'

/** Nobody knows a current price from now on: the services fail, and what they said is older than anybody may use. */
export async function loseAllPrices(app: App): Promise<void> {
  await app.fault({ target: 'market', kind: 'server_error' })
  for (const table of ['market_price', 'market_trades']) {
    await app.query(`update ${table} set "fetchedAt" = "fetchedAt" - interval '6 minutes'`)
  }
}

/** Everything in the harbour works again, and both services have been read: the clock would do it in a minute or two. */
export async function findPricesAgain(app: App): Promise<void> {
  await app.clearFaults()
  const ask = async () => {
    const fresh = await app.query(
      `select 1 from market_price price join market_trades trades using (asset)
       having min(least(price."fetchedAt", trades."fetchedAt")) > now() - interval '1 minute'`,
    )
    if (fresh.length > 0) return true
    // A worker that was asking while the fault ended puts the next time off once more.
    await app.query('update market_source set failures = 0, "retryAt" = null')
    for (const job of ['refresh_prices', 'refresh_trades']) {
      await app.query(`select graphile_worker.add_job($1, '{}'::json)`, [job])
    }
    return null
  }
  await waitFor(ask, { what: 'prices and trades are fresh', limitMs: PATIENCE_MS, pauseMs: 250 })
}
