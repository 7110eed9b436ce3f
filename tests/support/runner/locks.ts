import type { Client } from 'pg'
import { waitFor } from '#scripts/trade/wait.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'

/** Waits until a statement in this connection's database waits for another transaction's lock. */
export async function untilSomebodyWaits(on: Client): Promise<void> {
  const ask = async () => {
    // Within a transaction PostgreSQL keeps the first snapshot of its statistics.
    await on.query('select pg_stat_clear_snapshot()')
    const { rowCount } = await on.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rowCount === 0 ? null : true
  }
  await waitFor(ask, { what: 'a statement that waits', pauseMs: 20, limitMs: PATIENCE_MS })
}
