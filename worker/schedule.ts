/**
 * Queues the scheduled jobs, each minute once, by whichever worker is first. Goes by the database's clock: that of a
 * process may be wrong, and would keep the jobs of all others from coming (docs/decisions/072).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { scheduleJobs } from '#app/ops/workflows/schedule-jobs.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { dueBetween } from './crontab.ts'

/** The database's clock may be set: nobody waits long for a minute of its former time. */
const LONGEST_MS = 15_000
/** So that the minute has certainly begun. */
const LATER_MS = 20

/** Runs until stopped. */
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
      waitMs = await scheduleJobs(deps, dueBetween)
      isTold = false
    } catch (error) {
      // The database is away or a job was refused: the minute is not recorded either, and is retried.
      if (!isTold) deps.log.warn({ cause: causeOf(error) }, 'job scheduling failed')
      isTold = true
      waitMs = 1_000
    }
    await delay(Math.min(waitMs + LATER_MS, LONGEST_MS), undefined, { signal }).catch(() => undefined)
  }
}
