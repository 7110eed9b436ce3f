/** Asks the worker for a job inside the caller's transaction: commit runs it, rollback forgets it. */
import type { Transaction } from '#app/db/kernel/client.server.ts'
import { logContext } from '#app/log-context.server.ts'
import { JOBS, type JobName, type JobPayload } from './catalogue.ts'

/**
 * Enqueues a job, `after` a moment when given. A job with the same key that has not started is replaced by this one. The
 * request that asks for it goes with it, for the log.
 */
export async function enqueue<Name extends JobName>(
  tx: Transaction,
  job: { name: Name; payload: JobPayload<Name>; after?: Date },
): Promise<void> {
  const { maxAttempts, jobKey } = JOBS[job.name] as {
    maxAttempts: number
    jobKey: (payload: JobPayload<Name>) => string
  }
  const payload = { ...job.payload, requestId: logContext().requestId }
  const after = job.after?.toISOString() ?? null
  const rows = await tx.$queryRaw<{ id: string | null }[]>`
    select id::text as id from graphile_worker.add_job(
      ${job.name},
      payload := ${JSON.stringify(payload)}::json,
      run_at := coalesce(${after}::timestamptz, now()),
      max_attempts := ${maxAttempts}::int,
      job_key := ${jobKey(job.payload)},
      job_key_mode := 'replace'
    )`
  // graphile-worker can answer with no row under contention (graphile/worker #580): then nothing may be committed.
  if (!rows[0]?.id) throw new Error(`the job ${job.name} was not taken`)
}
