/**
 * Jobs of the queue that have used up their tries. Nothing of the trade is lost with one, for a row holds what is to be done
 * and a sweep wakes it: the dead job is a sign that something failed often, and litter after a while.
 */
import type { Database } from '#app/kernel/db/client.server.ts'

/**
 * Those with a key failed; a job without one was replaced while its worker held it. One that is tried once comes by the clock again,
 * and is told of when it does not end well for long (`scheduled_run`).
 */
export async function countFailedJobs(db: Database): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from "graphile_worker"."_private_jobs"
    where "attempts" >= "max_attempts" and "max_attempts" > 1
      and "locked_by" is null and "key" is not null and "last_error" is not null`
  return row?.count ?? 0
}

/** Forgets those that failed before a moment, and those that say nothing. Answers with how many. */
export async function deleteDeadJobs(db: Database, before: { failed: Date; silent: Date }): Promise<number> {
  return db.$executeRaw`
    delete from "graphile_worker"."_private_jobs"
    where "attempts" >= "max_attempts" and "locked_by" is null and (
      "run_at" < ${before.failed} or
      (("key" is null or "last_error" is null) and "run_at" < ${before.silent})
    )`
}

/** Proofs of workers that are gone (worker/canary.ts): nobody else takes them. */
export async function deleteOrphanedCanaries(db: Database, before: Date): Promise<number> {
  return db.$executeRaw`
    delete from "graphile_worker"."_private_jobs" as job using "graphile_worker"."_private_tasks" as task
    where task."id" = job."task_id" and task."identifier" like 'canary\_%' and job."locked_by" is null
      and job."run_at" < ${before}`
}

/** Signs of life of workers that are gone; the last of all stays, so that the desk can say when it was. */
export async function deleteOldHeartbeats(db: Database, before: Date): Promise<void> {
  await db.$executeRaw`
    delete from "worker_heartbeat" where "beatAt" < ${before}
      and "jobRanAt" is distinct from (select max("jobRanAt") from "worker_heartbeat")`
}
