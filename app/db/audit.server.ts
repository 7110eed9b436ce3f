/** What happened, by whom, when; written in the transaction of the change itself. */
import type { Transaction } from './client.server.ts'
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
