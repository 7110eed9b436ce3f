import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { purgeScreenings } from '#app/screening/db/screenings.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** Rows of each kind in one transaction. */
const SLICE = 5_000
/** Slices a night: each night may add as many comparisons as there are people, so as many may have to go. */
const MOST_SLICES = 200

/** Deletes what has been kept long enough, slice by slice, and records how much. */
export async function purgeOldScreenings(deps: Deps, { slice = SLICE } = {}): Promise<void> {
  const at = deps.clock.now()
  const before = new Date(at)
  before.setUTCFullYear(at.getUTCFullYear() - deps.settings.screening.keepYears)
  for (let turn = 0; turn < MOST_SLICES; turn += 1) {
    const isFull = await inTransaction(deps.db, async (tx) => {
      const purged = await purgeScreenings(tx, { before, most: slice })
      if (purged.screenings + purged.reviews === 0) return false
      await writeEvent(tx, { kind: 'screening_purged', at, detail: { ...purged, before: before.toISOString() } })
      return purged.screenings >= slice || purged.reviews >= slice
    })
    if (!isFull) return
  }
}
