/** What is written down when it happens. Escrow events are shown to both parties as the escrow's history. */

export const ESCROW_EVENTS = [
  'escrow_opened',
  'payment_seen',
  'escrow_funded',
  'shipment_confirmed',
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
export type EscrowEvent = (typeof ESCROW_EVENTS)[number]

export type AuditEventKind = EscrowEvent | 'user_registered' | 'fee_paid'
