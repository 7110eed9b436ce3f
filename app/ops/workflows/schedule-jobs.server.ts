import type { JobName } from '#app/jobs/catalogue.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { readMinutes, takeMinute } from '#app/ops/db/schedule.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

const MINUTE_MS = 60_000

/**
 * Enqueues what has come due since the last minute. After an outage each task runs once. A last minute in the future,
 * left by a database whose clock was ahead, is ignored. Returns the milliseconds until the next minute.
 */
export async function scheduleJobs(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  dueBetween: (after: Date, upTo: Date) => JobName[],
): Promise<number> {
  const minutes = await readMinutes(db)
  const { last, now, restMs } = minutes
  const isAhead = last !== null && last.getTime() > now.getTime() + MINUTE_MS
  if (last !== null && last >= now && !isAhead) return restMs
  const after = last === null || isAhead ? new Date(now.getTime() - MINUTE_MS) : last
  const due = dueBetween(after, now)
  const isTaken = await inTransaction(db, async (tx) => {
    if (!(await takeMinute(tx, minutes))) return false
    for (const name of due) await enqueue(tx, { name, payload: {} })
    return true
  })
  if (isAhead && isTaken) log.warn({ last, now }, 'schedule reset to database clock')
  return restMs
}
