/** Which minute the schedule has reached, by the database's clock alone (docs/decisions/072). */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'

export type Minutes = {
  /** The last minute whose jobs were enqueued. Null: none yet. */
  last: Date | null
  now: Date
  /** Milliseconds until the next one begins. */
  restMs: number
}

export async function readMinutes(db: Database): Promise<Minutes> {
  const [row] = await db.$queryRaw<Minutes[]>`
    with "clock" as (select clock_timestamp() as "at", date_trunc('minute', clock_timestamp()) as "minute")
    select (select "minute" from "schedule_minute") as "last", "minute" as "now",
      (extract(epoch from "minute" + interval '1 minute' - "at") * 1000)::float8 as "restMs" from "clock"`
  if (!row) throw new Error('the database does not say what time it is')
  return row
}

/** True for only one of all concurrent callers: its transaction enqueues the jobs. */
export async function takeMinute(tx: Transaction, { last, now }: Pick<Minutes, 'last' | 'now'>): Promise<boolean> {
  const taken = await tx.$executeRaw`
    insert into "schedule_minute" as "known" ("minute") values (${now})
    on conflict ("only") do update set "minute" = excluded."minute" where "known"."minute" = ${last}`
  return taken === 1
}
