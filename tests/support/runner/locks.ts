import type { Client } from 'pg'
import { waitFor } from '#scripts/trade/wait.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'

/** Until a statement waits for what another transaction holds, in the database of this connection. */
export async function untilSomebodyWaits(on: Client): Promise<void> {
  const ask = async () => {
    // Within a transaction PostgreSQL goes on to tell what was there when it was first asked.
    await on.query('select pg_stat_clear_snapshot()')
    const { rowCount } = await on.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rowCount === 0 ? null : true
  }
  await waitFor(ask, { what: 'a statement that waits', pauseMs: 20, limitMs: PATIENCE_MS })
}
