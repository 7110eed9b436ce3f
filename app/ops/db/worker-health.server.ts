/** Whether jobs run, and ledgers answer. All ages use the database's clock, which wrote the times. */
import type { Database } from '#app/kernel/db/client.server.ts'
import type { Network } from '#app/kernel/domain/assets.ts'

/**
 * Milliseconds since a worker last ran a job (not: was alive). Null: never. Throws when the database does not answer.
 */
export async function sinceLastJob(db: Database): Promise<number | null> {
  const [row] = await db.$queryRaw<{ age: number | null }[]>`
    select (extract(epoch from now() - max("jobRanAt")) * 1000)::float8 as "age" from "worker_heartbeat"`
  return row?.age ?? null
}

/** Milliseconds since a worker last saw each ledger; ledgers never seen are missing. */
export async function sincePulses(db: Database): Promise<{ network: Network; age: number }[]> {
  return db.$queryRaw`
    select "network"::text, (extract(epoch from now() - "answeredAt") * 1000)::float8 as "age" from "ledger_pulse"`
}

/** Milliseconds since the start of the longest-running worker. Null: no worker is known to run. */
export async function sinceWorkersBegan(db: Database, goneAfterS: number): Promise<number | null> {
  const [row] = await db.$queryRaw<{ age: number | null }[]>`
    select (extract(epoch from now() - min("startedAt")) * 1000)::float8 as "age" from "process"
    where "role" = 'worker' and "refusal" is null and "seenAt" > now() - make_interval(secs => ${goneAfterS})`
  return row?.age ?? null
}
