/** When a worker was last seen alive. */
import type { Database } from '#app/db/kernel/client.server.ts'

/** Null when none ever was. Throws when the database does not answer. */
export async function lastWorkerBeat(db: Database): Promise<Date | null> {
  const { _max } = await db.workerHeartbeat.aggregate({ _max: { beatAt: true } })
  return _max.beatAt
}
