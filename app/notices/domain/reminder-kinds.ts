/** The kinds of reminders, which their readers can switch off. The values of the database and of the links. */
export const REMINDER_KINDS = [
  'quote_unpaid',
  'escrow_unfunded',
  'documents_unexamined',
  'invitation_unanswered',
  'shipment_unconfirmed',
  'documents_rejected',
  'refund_unanswered',
] as const
export type ReminderKind = (typeof REMINDER_KINDS)[number]

export const REMINDERS_OF = {
  buyer: ['quote_unpaid', 'escrow_unfunded', 'documents_unexamined'],
  seller: ['invitation_unanswered', 'shipment_unconfirmed', 'documents_rejected', 'refund_unanswered'],
} as const satisfies Record<'buyer' | 'seller', readonly ReminderKind[]>

export function reminderKindOf(text: unknown): ReminderKind | null {
  return REMINDER_KINDS.find((known) => known === text) ?? null
}
