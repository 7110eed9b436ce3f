/**
 * Jobs of the queue that have used up their attempts. Nothing of a trade is lost with one: a row holds the work, and a
 * sweep wakes it. A dead job shows that something failed often, and is deleted after a while.
 */
import type { Database } from '#app/kernel/db/client.server.ts'

/**
 * Failed jobs that have a key; a job without one was replaced while its worker held it. A job with a single attempt is
 * scheduled again, and `scheduled_run` alerts when it does not succeed for long.
 */
export async function countFailedJobs(db: Database): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from "graphile_worker"."_private_jobs"
    where "attempts" >= "max_attempts" and "max_attempts" > 1
      and "locked_by" is null and "key" is not null and "last_error" is not null`
  return row?.count ?? 0
}

/** Deletes jobs that failed before a moment, and those without information. Returns how many. */
export async function deleteDeadJobs(db: Database, before: { failed: Date; silent: Date }): Promise<number> {
  return db.$executeRaw`
    delete from "graphile_worker"."_private_jobs"
    where "attempts" >= "max_attempts" and "locked_by" is null and (
      "run_at" < ${before.failed} or
      (("key" is null or "last_error" is null) and "run_at" < ${before.silent})
    )`
}

/** Probe jobs of workers that are gone (worker/canary.ts): no other worker takes them. */
export async function deleteOrphanedCanaries(db: Database, before: Date): Promise<number> {
  return db.$executeRaw`
    delete from "graphile_worker"."_private_jobs" as job using "graphile_worker"."_private_tasks" as task
    where task."id" = job."task_id" and task."identifier" like 'canary\_%' and job."locked_by" is null
      and job."run_at" < ${before}`
}

/** Heartbeats of workers that are gone. The newest stays, so that the Admin Panel can say when a job last ran. */
export async function deleteOldHeartbeats(db: Database, before: Date): Promise<void> {
  await db.$executeRaw`
    delete from "worker_heartbeat" where "beatAt" < ${before}
      and "jobRanAt" is distinct from (select max("jobRanAt") from "worker_heartbeat")`
}
