import { writeEvent } from '#app/db/kernel/audit.server.ts'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import { purgeScreenings } from '#app/db/screening/screenings.server.ts'
import type { Deps } from '#app/workflows/deps.ts'

/** Removes what has been kept for as long as it must be, and writes down how much. */
export async function purgeOldScreenings(deps: Deps): Promise<void> {
  const at = deps.clock.now()
  const before = new Date(at)
  before.setUTCFullYear(at.getUTCFullYear() - deps.settings.screening.keepYears)
  await inTransaction(deps.db, async (tx) => {
    const purged = await purgeScreenings(tx, before)
    if (purged.screenings + purged.reviews === 0) return
    await writeEvent(tx, { kind: 'screening_purged', at, detail: { ...purged, before: before.toISOString() } })
  })
}
