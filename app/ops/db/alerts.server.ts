/** Open and closed alerts, and whether operators were notified. */
import { z } from 'zod'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { ALERT_CAUSES } from '#app/ops/domain/alert-cause.ts'
import type { Alert } from '#app/ops/domain/alerting.ts'

const storedFacts = z.record(z.string(), z.string())

/** One writer at a time: open alerts are compared with what is seen, and each email is written once. */
export async function lockAlerts(tx: Transaction): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('operator_alerts', 0))`
}

/** Alerts that are open, that closed after a moment, or whose end was not notified yet; oldest first. */
export async function findAlerts(db: Database | Transaction, closedAfter: Date): Promise<Alert[]> {
  const rows = await db.operatorAlert.findMany({
    where: {
      OR: [{ closedAt: null }, { closedAt: { gt: closedAfter } }, { toldAt: { not: null }, overToldAt: null }],
    },
    orderBy: [{ openedAt: 'asc' }, { id: 'asc' }],
  })
  // A row of another version may name a kind that this one does not know.
  return rows.flatMap((row) => {
    const kind = ALERT_CAUSES.find((known) => known === row.kind)
    return kind ? [{ ...row, kind, facts: storedFacts.parse(row.facts) }] : []
  })
}

export async function storeAlerts(tx: Transaction, alerts: readonly Alert[]): Promise<void> {
  for (const { id, ...alert } of alerts) {
    await tx.operatorAlert.upsert({ where: { id }, create: { id, ...alert }, update: alert, select: { id: true } })
  }
}

export async function deleteOldAlerts(db: Database, before: Date): Promise<void> {
  await db.operatorAlert.deleteMany({ where: { closedAt: { lt: before } } })
}

/**
 * True for the one process that polls the machine now: nobody has done so for `everyS` seconds, by the database's
 * clock. It holds no lock meanwhile: a frozen process does not keep others from the next poll.
 */
export async function takeCheck(db: Database, everyS: number): Promise<boolean> {
  const taken = await db.$executeRaw`
    insert into "machine_look" ("name") values ('machine')
    on conflict ("name") do update set "lookedAt" = now()
      where "machine_look"."lookedAt" < now() - make_interval(secs => ${everyS})`
  return taken === 1
}

/** The database's time, for a process whose own clock is wrong. */
export async function databaseTime(db: Database): Promise<Date> {
  const rows = await db.$queryRaw<{ now: Date }[]>`select now() as "now"`
  const [row] = rows
  if (!row) throw new Error('the database tells no time')
  return row.now
}
