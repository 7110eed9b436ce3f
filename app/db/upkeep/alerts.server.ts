/** Troubles that are open or just over, and whether operators have been told. */
import type { Database, Transaction } from '#app/db/kernel/client.server.ts'
import type { Alert } from '#app/domain/upkeep/telling.ts'
import { TROUBLES, type Trouble } from '#app/domain/upkeep/trouble.ts'

/** One watches at a time: what is open is compared with what is seen, and a letter is written once. */
export async function lockAlerts(tx: Transaction): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('operator_alerts', 0))`
}

/** Those that are open, those that closed after a moment, and those of whose end nobody was told yet. */
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
    return kind ? [{ ...row, kind }] : []
  })
}

/** When a letter was last written; null: never. */
export async function findLastAlertLetter(db: Database | Transaction): Promise<Date | null> {
  const [row] = await db.$queryRaw<{ at: Date | null }[]>`
    select max(greatest("toldAt", "overToldAt")) as "at" from "operator_alert"`
  return row?.at ?? null
}

export async function openAlerts(
  tx: Transaction,
  { troubles, at, newId }: { troubles: readonly Trouble[]; at: Date; newId: () => string },
): Promise<void> {
  await tx.operatorAlert.createMany({ data: troubles.map((trouble) => ({ ...trouble, id: newId(), openedAt: at })) })
}

/** What is known of an open one now; opens it again when it had closed. */
export async function keepAlert(tx: Transaction, kept: Pick<Alert, 'id' | 'mark' | 'since'>): Promise<void> {
  const { id, mark, since } = kept
  await tx.operatorAlert.update({ where: { id }, data: { mark, since, closedAt: null }, select: { id: true } })
}

export async function closeAlerts(tx: Transaction, { ids, at }: { ids: string[]; at: Date }): Promise<void> {
  await tx.operatorAlert.updateMany({ where: { id: { in: ids }, closedAt: null }, data: { closedAt: at } })
}

export async function markTold(tx: Transaction, { ids, at }: { ids: string[]; at: Date }): Promise<void> {
  if (ids.length === 0) return
  await tx.$executeRaw`
    update "operator_alert" set "toldAt" = ${at}, "toldMark" = "mark" where "id"::text = any(${ids}::text[])`
}

export async function markOverTold(tx: Transaction, { ids, at }: { ids: string[]; at: Date }): Promise<void> {
  await tx.operatorAlert.updateMany({ where: { id: { in: ids } }, data: { overToldAt: at } })
}

/** Forgets those that were over before a moment. */
export async function deleteOldAlerts(db: Database, before: Date): Promise<void> {
  await db.operatorAlert.deleteMany({ where: { closedAt: { lt: before } } })
}
