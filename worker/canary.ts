/**
 * Proof that this process runs jobs, which a timer is not: every few seconds it puts a job into the queue that nobody but
 * itself can take, and the job writes down that it ran. A process whose own jobs are not run, while the database is
 * there to take them, is of no use and says so.
 */
import { randomUUID } from 'node:crypto'
import type { TaskList } from 'graphile-worker'
import type { WorkerDeps } from '#app/workflow-deps.ts'

const PAUSE_MS = 5_000
/**
 * A minute. Any job that begins or ends is a proof too, so this passes only when every place is taken by a job that
 * takes longer, or by nothing at all. Counted in looks and not by a clock, for the clock runs on while a machine sleeps.
 */
export const MOST_UNHEARD = 12

export type Canary = {
  /** The task under a name that is this process's own. The names stay in the queue's list, one for each start. */
  tasks: TaskList
  /** A job began or ended here. */
  heard(): void
  /** Puts the next job into the queue; `onSilence` is called when so many before it were not run. */
  sing(): Promise<void>
}

export function openCanary(deps: Pick<WorkerDeps, 'db'>, onSilence: () => void): Canary {
  const name = `canary_${randomUUID()}`
  let unheard = 0
  let isStoring = false
  const store = async () => {
    isStoring = true
    try {
      await deps.db.$queryRaw`
        select 1 as "stored" from graphile_worker.add_job(
          ${name}, payload := '{}'::json, max_attempts := 1, job_key := ${name}, priority := -1
        )`
    } catch {
      // Without a database nobody can run jobs; the heartbeat tells of it, and the queue is asked again when it is back.
      unheard = 0
    } finally {
      isStoring = false
    }
  }
  return {
    tasks: {
      [name]: async (_payload, { job }) => {
        await deps.db.$executeRaw`
          insert into "worker_heartbeat" ("workerId", "beatAt", "jobRanAt") values (${job.locked_by}, now(), now())
          on conflict ("workerId") do update set "beatAt" = excluded."beatAt", "jobRanAt" = excluded."jobRanAt"`
      },
    },
    heard() {
      unheard = 0
    },
    async sing() {
      unheard += 1
      if (unheard > MOST_UNHEARD) onSilence()
      // A database that neither takes the job nor refuses it is silence as well.
      if (!isStoring) await store()
    },
  }
}

/** Sings until stopped. */
export function keepSinging(canary: Canary): () => void {
  const timer = setInterval(() => void canary.sing(), PAUSE_MS)
  void canary.sing()
  return () => clearInterval(timer)
}
