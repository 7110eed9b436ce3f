/** What happened, by whom, when; written in the transaction of the change itself. */
import type { ShownEvent } from '#app/domain/escrow-view.ts'
import type { Database, Transaction } from './client.server.ts'
import type { Prisma } from './generated/client.ts'

export const EVENT_KINDS = [
  'user_registered',
  'fee_paid',
  'escrow_opened',
  'payment_seen',
  'escrow_funded',
  'shipment_confirmed',
  'document_added',
  'document_removed',
  'payout_wallet_stated',
  'payout_wallet_changed',
  'documents_approved',
  'documents_rejected',
  'approval_withdrawn',
  'release_queued',
  'release_blocked',
  'release_resumed',
  'funds_released',
] as const
export type EventKind = (typeof EVENT_KINDS)[number]

export type NewEvent = {
  kind: EventKind
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
