/** What happened, by whom, when; written in the transaction of the change itself. */
import type { AuditEventKind } from '#app/domain/audit-events.ts'
import type { ShownEvent } from '#app/domain/escrow-view.ts'
import type { Database, Transaction } from './client.server.ts'
import type { Prisma } from './generated/client.ts'

export type NewEvent = {
  kind: AuditEventKind
  at: Date
  escrowId?: string
  userId?: string
  detail?: Prisma.InputJsonObject
}

export async function writeEvent(tx: Transaction, event: NewEvent): Promise<void> {
  await tx.auditEvent.create({
    data: {
      kind: event.kind,
      at: event.at,
      escrowId: event.escrowId ?? null,
      userId: event.userId ?? null,
      detail: event.detail ?? {},
    },
    select: { id: true },
  })
}

/** What happened to an escrow, newest first. */
export async function findEvents(db: Database, escrowId: string): Promise<ShownEvent[]> {
  const rows = await db.auditEvent.findMany({
    where: { escrowId },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    select: { id: true, kind: true, at: true, detail: true },
    take: 200,
  })
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    at: row.at.toISOString(),
    detail: row.detail as Record<string, unknown>,
  }))
}
