/** Audit events for operators: those that the parties' pages leave out, or show without operator and reason. */
import type { AuditEventKind, EscrowEvent } from '#app/kernel/domain/audit-events.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'

/** Of an escrow; not in the history that its parties read. */
export const BESIDE_HISTORY = [
  'operator_viewed',
  'note_added',
  'payment_stated',
  'letter_sent_again',
  'payout_held',
  'payout_let_go',
  'payout_approved',
  'payout_signed',
] as const satisfies readonly AuditEventKind[]

/** Also in the history, but without the operator and the reason. Shown only when a person did them. */
export const BY_OPERATORS = [
  'payment_assigned',
  'dispute_decided',
  'release_resumed',
  'refund_resumed',
] as const satisfies readonly EscrowEvent[]

/** Stored with the person concerned as `userId`. */
export const EVENTS_OF_ACCOUNT = [
  'user_registered',
  'email_confirmed',
  'operator_made',
  'operator_link_made',
  'operator_disabled',
  'role_changed',
  'name_changed',
  'language_changed',
  'person_detail_changed',
  'saved_wallet_named',
  'saved_wallet_chosen',
  'saved_wallet_removed',
  'reminders_switched',
  'password_changed',
  'email_change_asked',
  'email_changed',
  'email_change_stopped',
  'account_change_confirmed',
  'account_change_taken_back',
  'sessions_ended',
  'second_factor_set',
  'second_factor_off',
  'second_factor_reset',
  'recovery_code_used',
  'recovery_codes_renewed',
  'data_export_asked',
  'data_export_taken',
  'fee_paid',
  'fee_back_stated',
  'receipt_made_out',
  'account_closed',
  'person_locked',
  'person_unlocked',
  'note_added',
  'letter_sent_again',
  'screening_opened',
  'wallet_refused',
] as const satisfies readonly AuditEventKind[]

/** Stored with the operator as `userId`, and the person as the subject. */
export const ABOUT_PERSON = ['person_viewed', 'screening_decided'] as const satisfies readonly AuditEventKind[]

export type DoneKind =
  | (typeof BESIDE_HISTORY)[number]
  | (typeof BY_OPERATORS)[number]
  | (typeof EVENTS_OF_ACCOUNT)[number]
  | (typeof ABOUT_PERSON)[number]

export function isInHistory(kind: DoneKind): kind is (typeof BY_OPERATORS)[number] {
  return BY_OPERATORS.some((known) => known === kind)
}

const ALL: readonly DoneKind[] = [...BESIDE_HISTORY, ...BY_OPERATORS, ...EVENTS_OF_ACCOUNT, ...ABOUT_PERSON]

/** Null: unknown kind. */
export function doneKind(word: string): DoneKind | null {
  return ALL.find((kind) => kind === word) ?? null
}

type Written = { kind: string; userId: string | null; detail: Record<string, unknown> }

/** Who did it: an account, 'command' (the command line on the server), or 'itself' (Quayside). */
export function doneBy({ kind, userId, detail }: Written): { userId: string } | 'command' | 'itself' {
  const { by } = detail
  if (typeof by === 'string' && looksLikeRowId(by)) return { userId: by }
  if (by === 'command') return 'command'
  return userId === null || kind === 'screening_opened' ? 'itself' : { userId }
}

/** The reason as typed. Null: none was asked for. */
export function doneFor({ kind, detail: { reason, note } }: Pick<Written, 'kind' | 'detail'>): string | null {
  const said = kind === 'dispute_decided' || kind === 'payment_assigned' ? note : reason
  return typeof said === 'string' && said !== '' ? said : null
}
