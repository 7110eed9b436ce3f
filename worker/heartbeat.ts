/**
 * Live workers send heartbeats; jobs that a dead one holds are unlocked. graphile-worker itself would keep them locked
 * for four hours after a kill (reference: its error-handling page).
 */
import type { WorkerUtils } from 'graphile-worker'
import { causeOf } from '#app/kernel/domain/cause.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'

const BEAT_MS = 2_000
const DEAD_AFTER_SECONDS = 8

/** Sends heartbeats until stopped. `pool`: the name under which the queue locks this process's jobs. */
export function keepAlive(deps: WorkerDeps, alive: { utils: WorkerUtils; pool: string }): () => void {
  let quietUntil = 0
  let beating = false
  let isAway = false
  const waitForOthers = () => {
    quietUntil = deps.clock.now().getTime() + DEAD_AFTER_SECONDS * 1_000
  }
  const beat = async () => {
    if (beating) return
    beating = true
    try {
      await writeBeats(deps, [alive.pool])
      if (isAway) deps.log.info({}, 'worker heartbeat check recovered')
      isAway = false
      if (deps.clock.now().getTime() > quietUntil) await unlockJobsOfTheDead(deps, alive.utils)
    } catch (error) {
      waitForOthers()
      // Logged once: a restart of the database takes many heartbeats.
      if (!isAway) deps.log.warn({ cause: causeOf(error) }, 'worker heartbeat check failed')
      isAway = true
    } finally {
      beating = false
    }
  }
  // After a start or an outage of the database every other worker looks dead: the live ones beat first.
  waitForOthers()
  const timer = setInterval(beat, BEAT_MS)
  void beat()
  return () => clearInterval(timer)
}

/** All times are the database's: two machines' clocks may differ by more than DEAD_AFTER_SECONDS. */
export async function writeBeats(deps: WorkerDeps, pools: readonly string[]): Promise<void> {
  await deps.db.$executeRaw`
    insert into "worker_heartbeat" ("workerId", "beatAt")
    select "id", now() from unnest(${pools}::text[]) as alive ("id")
    on conflict ("workerId") do update set "beatAt" = excluded."beatAt"`
}

/** Recently taken jobs are left alone: their worker may be too new for a heartbeat. */
export async function unlockJobsOfTheDead(deps: WorkerDeps, utils: WorkerUtils): Promise<void> {
  const dead = await deps.db.$queryRaw<{ id: string }[]>`
    with "deadline" as (select now() - make_interval(secs => ${DEAD_AFTER_SECONDS}) as "at")
    select distinct "locked_by" as id from "graphile_worker"."_private_jobs" as job, "deadline"
    where "locked_by" is not null and "locked_at" < "deadline"."at" and not exists (
      select 1 from "worker_heartbeat" as beat
      where beat."workerId" = job."locked_by" and beat."beatAt" > "deadline"."at"
    )`
  if (dead.length === 0) return
  await utils.forceUnlockWorkers(dead.map((row) => row.id))
  deps.log.warn({ workers: dead.map((row) => row.id) }, 'jobs of dead workers unlocked')
}
