/** Enqueues jobs for the worker inside the caller's transaction: a commit runs them, a rollback drops them. */
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { logContext } from '#app/log-context.server.ts'
import { JOBS, type JobName, type JobPayload } from './catalogue.ts'

/** A try fails when a worker takes the same job at that very moment: this many failures in a row are not chance. */
const TRIES = 10

/**
 * Enqueues a job, `after` a moment of the app's clock, which beside a harbour may be ahead of the database's. Replaces
 * a job with the same key that has not started; follows one that has. The request's id goes with it, for the log.
 * Throws when the queue does not take the job: then nothing may be committed.
 */
export async function enqueue<Name extends JobName>(
  tx: Transaction,
  job: { name: Name; payload: JobPayload<Name>; after?: { at: Date; now: Date } },
): Promise<void> {
  const { maxAttempts, jobKey, priority } = shapeOf(job.name)
  const payload = { ...job.payload, requestId: logContext().requestId }
  const waitMs = job.after ? Math.max(0, job.after.at.getTime() - job.after.now.getTime()) : 0
  // add_job returns no row when a worker takes the job with the same key between two of its statements (graphile/worker
  // #580). A retry sees that job as started.
  for (let tried = 0; tried < TRIES; tried += 1) {
    const rows = await tx.$queryRaw<{ id: string | null }[]>`
      select id::text as id from graphile_worker.add_job(
        ${job.name},
        payload := ${JSON.stringify(payload)}::json,
        run_at := now() + ${waitMs}::double precision * interval '1 millisecond',
        max_attempts := ${maxAttempts}::int,
        job_key := ${jobKey(job.payload)},
        job_key_mode := 'replace',
        priority := ${priority}::int
      )`
    if (rows[0]?.id) return
  }
  throw new Error(`the job ${job.name} was not taken`)
}

/** Enqueues jobs of one kind for now in one statement, each as `enqueue` does. Throws when one of them is not taken. */
export async function enqueueAll<Name extends JobName>(
  tx: Transaction,
  { name, payloads }: { name: Name; payloads: readonly JobPayload<Name>[] },
): Promise<void> {
  const { maxAttempts, jobKey, priority } = shapeOf(name)
  const { requestId } = logContext()
  const bodies = payloads.map((payload) => JSON.stringify({ ...payload, requestId }))
  const rows = await tx.$queryRaw<{ place: number; id: string | null }[]>`
    select "wanted"."place"::int as "place", "job"."id"::text as "id"
    from unnest(${bodies}::text[], ${payloads.map(jobKey)}::text[]) with ordinality as "wanted" ("payload", "key", "place"),
      lateral graphile_worker.add_job(
        ${name},
        payload := "wanted"."payload"::json,
        run_at := now(),
        max_attempts := ${maxAttempts}::int,
        job_key := "wanted"."key",
        job_key_mode := 'replace',
        priority := ${priority}::int
      ) as "job"`
  const added = new Set(rows.flatMap(({ place, id }) => (id === null ? [] : [place])))
  for (const [at, payload] of payloads.entries()) if (!added.has(at + 1)) await enqueue(tx, { name, payload })
}

function shapeOf<Name extends JobName>(name: Name) {
  const { priority = 0, ...shape } = JOBS[name] as {
    maxAttempts: number
    jobKey: (payload: JobPayload<Name>) => string
    priority?: number
  }
  return { ...shape, priority }
}
