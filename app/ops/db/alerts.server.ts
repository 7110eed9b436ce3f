/** Troubles that are open or over, and whether operators have been told. */
import { z } from 'zod'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Alert } from '#app/ops/domain/telling.ts'
import { TROUBLES } from '#app/ops/domain/trouble.ts'

const storedFacts = z.record(z.string(), z.string())

/** One notes at a time: what is open is compared with what is seen, and a letter is written once. */
export async function lockAlerts(tx: Transaction): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('operator_alerts', 0))`
}

/** Those that are open, those that closed after a moment, and those of whose end nobody was told yet; the oldest first. */
export async function findAlerts(db: Database | Transaction, closedAfter: Date): Promise<Alert[]> {
  const rows = await db.operatorAlert.findMany({
    where: {
      OR: [{ closedAt: null }, { closedAt: { gt: closedAfter } }, { toldAt: { not: null }, overToldAt: null }],
    },
    orderBy: [{ openedAt: 'asc' }, { id: 'asc' }],
  })
  // A row of another version may name a kind that this one does not know.
  return rows.flatMap((row) => {
    const kind = TROUBLES.find((known) => known === row.kind)
    return kind ? [{ ...row, kind, facts: storedFacts.parse(row.facts) }] : []
  })
}

/** New ones, and those that have changed. */
export async function storeAlerts(tx: Transaction, alerts: readonly Alert[]): Promise<void> {
  for (const { id, ...alert } of alerts) {
    await tx.operatorAlert.upsert({ where: { id }, create: { id, ...alert }, update: alert, select: { id: true } })
  }
}

/** Forgets those that were over before a moment. */
export async function deleteOldAlerts(db: Database, before: Date): Promise<void> {
  await db.operatorAlert.deleteMany({ where: { closedAt: { lt: before } } })
}

/**
 * True for the one process whose turn it is to look at the machine: nobody has looked for `everyS` seconds, by the database's
 * clock. It holds nothing while it looks: one that is frozen keeps no other from the next look.
 */
export async function takeLook(db: Database, everyS: number): Promise<boolean> {
  const taken = await db.$executeRaw`
    insert into "machine_look" ("name") values ('machine')
    on conflict ("name") do update set "lookedAt" = now()
      where "machine_look"."lookedAt" < now() - make_interval(secs => ${everyS})`
  return taken === 1
}

/** The database's time: for a process whose own is wrong. */
export async function databaseTime(db: Database): Promise<Date> {
  const rows = await db.$queryRaw<{ now: Date }[]>`select now() as "now"`
  const [row] = rows
  if (!row) throw new Error('the database tells no time')
  return row.now
}
