/** Whether jobs are run. */
import type { Database } from '#app/db/kernel/client.server.ts'

/**
 * When a worker last proved that it runs jobs, by having run one; a worker that is merely alive does not count. Null when
 * none ever did. Throws when the database does not answer.
 */
export async function lastJobRun(db: Database): Promise<Date | null> {
  const { _max } = await db.workerHeartbeat.aggregate({ _max: { jobRanAt: true } })
  return _max.jobRanAt
}
