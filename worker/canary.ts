/**
 * Proves, as a timer cannot, that this process runs jobs: it regularly queues a job that only it can take, and the job
 * records that it ran. A process whose jobs are not run, though the database accepts them, is useless and says so.
 */
import { randomUUID } from 'node:crypto'
import type { TaskList } from 'graphile-worker'
import type { WorkerDeps } from '#app/workflow-deps.ts'

const PAUSE_MS = 5_000
/**
 * A minute. Any job that begins or ends is a proof, too: only longer jobs in every slot, or no jobs at all, are
 * silence. Counted in checks, not by a clock, which runs on while a machine sleeps.
 */
export const MOST_UNHEARD = 12

export type Canary = {
  /** The task under a name unique to this process. The queue keeps the names, one for each start. */
  tasks: TaskList
  /** Reports that a job began or ended here. */
  heard(): void
  /** Queues the next job; calls `onSilence` when so many before it were not run. */
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
      // Without a database no job can run: the heartbeat reports that, and the count restarts when it is back.
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
      // A database that neither accepts nor refuses the job is silence as well.
      if (!isStoring) await store()
    },
  }
}

/** Calls `sing` regularly until stopped. */
export function keepSinging(canary: Canary): () => void {
  const timer = setInterval(() => void canary.sing(), PAUSE_MS)
  void canary.sing()
  return () => clearInterval(timer)
}
