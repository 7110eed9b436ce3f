/**
 * Puts the jobs of the schedule into the queue, each minute once, whichever worker is first. By the database's clock: that of a
 * process may be wrong, and would then keep the jobs of all others from coming (docs/decisions/102).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import { readMinutes, takeMinute } from '#app/db/upkeep/schedule.server.ts'
import { causeOf } from '#app/domain/kernel/cause.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import type { WorkerDeps } from '#app/workflows/deps.ts'
import { dueBetween } from './crontab.ts'

const MINUTE_MS = 60_000
/** The database's clock may be set: nobody waits for a minute on its former word. */
const LONGEST_MS = 15_000
/** After the minute has begun for certain. */
const LATER_MS = 20

/** Goes on until stopped. */
export function keepSchedule(deps: Pick<WorkerDeps, 'db' | 'log'>): () => void {
  const ending = new AbortController()
  void goOn(deps, ending.signal)
  return () => ending.abort()
}

async function goOn(deps: Pick<WorkerDeps, 'db' | 'log'>, signal: AbortSignal): Promise<void> {
  let isTold = false
  while (!signal.aborted) {
    let waitMs = LONGEST_MS
    try {
      waitMs = await schedule(deps)
      isTold = false
    } catch (error) {
      // The database is away, or a job was not taken: the minute is not, either, and is tried again.
      if (!isTold) deps.log.warn({ cause: causeOf(error) }, 'the schedule waits for the database')
      isTold = true
      waitMs = 1_000
    }
    await delay(Math.min(waitMs + LATER_MS, LONGEST_MS), undefined, { signal }).catch(() => undefined)
  }
}

/**
 * Puts into the queue what has come due since the last minute that was. After an outage each task comes once, and a minute that
 * lies ahead, as a database leaves it whose clock was, counts as none. Answers with the milliseconds until the next one begins.
 */
export async function schedule({ db, log }: Pick<WorkerDeps, 'db' | 'log'>): Promise<number> {
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
  if (isAhead && isTaken) log.warn({ last, now }, 'the schedule stood ahead of the database’s clock and is put right')
  return restMs
}
