/** Running processes: how their clocks differ, and their settings. All times are the database's. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { GONE_AFTER_S } from '#app/kernel/db/running-limits.server.ts'

export type ProcessRole = 'web' | 'worker'

/** Records that a process runs. Its first record is its start. */
export async function sayProcess(
  db: Database,
  said: {
    id: string
    role: ProcessRole
    /** Null: its clock is right, or unknown. */
    clockOffMs: number | null
    /** A fingerprint of each setting that must be the same everywhere, by its name. */
    settings: Record<string, string>
    /** Plain decimals by the name of the setting. Null: no limit. */
    limits: Record<string, string | null>
  },
): Promise<void> {
  const { id, role, clockOffMs, settings, limits } = said
  await db.$executeRaw`
    insert into "process" ("id", "role", "clockOffMs", "settings", "limits")
    values (${id}::uuid, ${role}, ${clockOffMs}, ${JSON.stringify(settings)}::jsonb, ${JSON.stringify(limits)}::jsonb)
    on conflict ("id") do update set "seenAt" = now(), "clockOffMs" = excluded."clockOffMs",
      "settings" = excluded."settings", "limits" = excluded."limits"`
}

export async function sayRefusal(
  db: Database,
  said: { id: string; role: ProcessRole; refusal: string },
): Promise<void> {
  const { id, role, refusal } = said
  await db.$executeRaw`
    insert into "process" ("id", "role", "refusal") values (${id}::uuid, ${role}, ${refusal})
    on conflict ("id") do update set "seenAt" = now(), "refusal" = excluded."refusal"`
}

/** Stores why the mail service refuses the key of a process. Null: it does not any more. */
export async function noteMailFailure(
  db: Database,
  { id, mailTrouble }: { id: string; mailTrouble: string | null },
): Promise<void> {
  await db.process.updateMany({ where: { id }, data: { mailTrouble } })
}

/** Of any running process. Null: no process knows of a refused key. */
export async function findMailFailure(db: Database): Promise<string | null> {
  const [row] = await db.$queryRaw<{ mailTrouble: string }[]>`
    select "mailTrouble" from "process"
    where "mailTrouble" is not null and "seenAt" > now() - make_interval(secs => ${GONE_AFTER_S})
    order by "startedAt" limit 1`
  return row?.mailTrouble ?? null
}

export async function removeProcess(db: Database, id: string): Promise<void> {
  await db.process.deleteMany({ where: { id } })
}

export type RunningProcess = {
  id: string
  role: ProcessRole
  startedAt: Date
  clockOffMs: number | null
  settings: Record<string, string>
  limits: Record<string, string | null>
}

/** Processes seen within `GONE_AFTER_S`, oldest first, without refused starts. */
export async function findRunningProcesses(db: Database | Transaction): Promise<RunningProcess[]> {
  const rows = await db.$queryRaw<(Omit<RunningProcess, 'clockOffMs'> & { clockOffMs: bigint | null })[]>`
    select "id"::text, "role", "startedAt", "clockOffMs", "settings", "limits" from "process"
    where "seenAt" > now() - make_interval(secs => ${GONE_AFTER_S}) and "refusal" is null
    order by "startedAt", "id"`
  return rows.map(({ clockOffMs, ...row }) => ({ ...row, clockOffMs: clockOffMs === null ? null : Number(clockOffMs) }))
}

/** Starts refused within so many seconds, without a later start: the newest per role. `age`: in milliseconds. */
export async function findRefusedStarts(
  db: Database | Transaction,
  withinS: number,
): Promise<{ role: ProcessRole; refusal: string; age: number }[]> {
  return db.$queryRaw`
    select distinct on ("role") "role", "refusal", (extract(epoch from now() - "startedAt") * 1000)::float8 as "age" from "process" r
    where "refusal" is not null and "seenAt" > now() - make_interval(secs => ${withinS}) and not exists (
      select 1 from "process" p where p."role" = r."role" and p."refusal" is null and p."startedAt" > r."startedAt")
    order by "role", "startedAt" desc`
}

/** Processes not seen for so many seconds, including refused starts. */
export async function deleteOldProcesses(db: Database, silentS: number): Promise<void> {
  await db.$executeRaw`delete from "process" where "seenAt" < now() - make_interval(secs => ${silentS})`
}
