/**
 * Workers that are alive beat; jobs that a dead one holds are unlocked. graphile-worker itself would keep them locked
 * for four hours after a kill (reference: its error-handling page).
 */
import type { WorkerUtils } from 'graphile-worker'
import type { WorkerDeps } from '#app/workflows/deps.ts'

const BEAT_MS = 2_000
const DEAD_AFTER_MS = 8_000

/** Beats until stopped. `workerIds` are the ids under which graphile-worker locks this process's jobs. */
export function keepAlive(deps: WorkerDeps, alive: { utils: WorkerUtils; workerIds: () => string[] }): () => void {
  const startedAt = deps.clock.now().getTime()
  let beating = false
  const beat = async () => {
    if (beating) return
    beating = true
    try {
      const now = deps.clock.now()
      await writeBeats(deps, { workerIds: alive.workerIds(), now })
      // Just after a start every older worker looks dead; give the living ones time to beat first.
      if (now.getTime() - startedAt > BEAT_MS) await unlockJobsOfTheDead(deps, { utils: alive.utils, now })
    } catch (error) {
      deps.log.warn({ error: String(error) }, 'the heartbeat failed')
    } finally {
      beating = false
    }
  }
  const timer = setInterval(beat, BEAT_MS)
  void beat()
  return () => clearInterval(timer)
}

async function writeBeats(deps: WorkerDeps, beats: { workerIds: string[]; now: Date }): Promise<void> {
  await deps.db.$executeRaw`
    insert into "worker_heartbeat" ("workerId", "beatAt")
    select "id", ${beats.now} from unnest(${beats.workerIds}::text[]) as alive ("id")
    on conflict ("workerId") do update set "beatAt" = excluded."beatAt"`
}

async function unlockJobsOfTheDead(deps: WorkerDeps, sweep: { utils: WorkerUtils; now: Date }): Promise<void> {
  const dead = await deps.db.$queryRaw<{ id: string }[]>`
    select distinct "locked_by" as id from "graphile_worker"."_private_jobs" as job
    where "locked_by" is not null and not exists (
      select 1 from "worker_heartbeat" as beat
      where beat."workerId" = job."locked_by" and beat."beatAt" > ${new Date(sweep.now.getTime() - DEAD_AFTER_MS)}
    )`
  if (dead.length === 0) return
  await sweep.utils.forceUnlockWorkers(dead.map((row) => row.id))
  deps.log.warn({ workers: dead.map((row) => row.id) }, 'unlocked the jobs of dead workers')
  await deps.db.$executeRaw`
    delete from "worker_heartbeat" where "beatAt" < ${new Date(sweep.now.getTime() - 60_000)}`
}
