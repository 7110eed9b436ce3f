/** When scheduled jobs last succeeded. All times are the database's. */
import type { Database } from '#app/kernel/db/client.server.ts'

export async function noteRun(db: Database, task: string): Promise<void> {
  await db.$executeRaw`
    insert into "scheduled_run" ("task") values (${task})
    on conflict ("task") do update set "succeededAt" = now()`
}

/** Jobs that never ran count from the first start of a worker that knows them. */
export async function beginRuns(db: Database, tasks: readonly string[]): Promise<void> {
  await db.$executeRaw`
    insert into "scheduled_run" ("task") select unnest(${tasks}::text[]) on conflict ("task") do nothing`
}

/** Milliseconds since each job last succeeded. */
export async function sinceRuns(db: Database): Promise<{ task: string; age: number }[]> {
  return db.$queryRaw`
    select "task", (extract(epoch from now() - "succeededAt") * 1000)::float8 as "age" from "scheduled_run"`
}
