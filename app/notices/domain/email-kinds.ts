/**
 * What each kind of email is about, and so what overtakes it: an outdated email is not sent (docs/decisions/108). Null:
 * nothing overtakes it, because it reports an event or concerns no escrow.
 */
import type { ReminderKind } from './reminder-kinds.ts'

/** What an email can be about; STANDS in email-stage.ts says when each is over. */
export const MATTERS = [
  'funding',
  'invitation',
  'shipment',
  'presentation',
  'examination',
  'approval',
  'wallet',
  'proposal',
  'refund',
  'answer',
  'dispute',
  'division',
  'waiver',
  'time',
  'amendment',
  'clock',
  'exit',
  'lapse',
  'excess',
  'payout',
] as const
export type Matter = (typeof MATTERS)[number]

type OfReminder = { by: 'kind'; of: Record<ReminderKind, Matter | null> }
type OfMoment = { by: 'moment'; of: Record<string, Matter | null> }

/** A new kind does not compile until it is listed here: queueing an email looks up its kind. */
export const MATTER_OF = {
  welcome: null,
  confirm_email: null,
  password_reset: null,
  password_changed: null,
  account_secured: null,
  email_change: null,
  email_change_told: null,
  account_exists: null,
  account_closed: null,
  account_stands_still: null,
  account_checked: null,
  terms_changed: null,
  letters_came_back: null,
  fee_receipt: null,
  fee_incomplete: null,
  fee_owed_back: null,
  escrow_to_fund: 'funding',
  escrow_opened: 'invitation',
  seller_replaced: null,
  escrow_funded: null,
  deposit_incomplete: 'funding',
  seller_confirmed: 'presentation',
  documents_approved: 'approval',
  documents_rejected: 'examination',
  waiver: {
    by: 'moment',
    of: { asked: 'waiver', declined: null, round: 'examination', unreadable: null, taken_as_is: null },
  },
  funds_released: null,
  // Reports an event: joined when repeated, never overtaken. The first wallet is stated once.
  payout_wallet_changed: { by: 'moment', of: { changed: 'wallet', stated: null } },
  payout_wallet_proposed: 'proposal',
  payout_wallet_agreed: null,
  payout_blocked: 'payout',
  refund_requested: 'refund',
  // The same: each answer is a separate event.
  refund_answered: 'answer',
  funds_refunded: null,
  money_owed_back: 'excess',
  paid_back: null,
  commission_paid: null,
  reseller_link: null,
  escrow_cancelled: null,
  dispute_opened: 'dispute',
  dispute_statement: 'dispute',
  dispute_decided: null,
  division: 'division',
  division_answered: null,
  reminder: {
    by: 'kind',
    of: {
      quote_unpaid: null,
      escrow_unfunded: 'funding',
      documents_unexamined: 'presentation',
      invitation_unanswered: 'invitation',
      shipment_unconfirmed: 'shipment',
      documents_rejected: 'examination',
      refund_unanswered: 'refund',
    },
  },
  clock: { by: 'moment', of: { reminder: 'clock', notice: 'clock', outcome: null } },
  more_time: { by: 'moment', of: { asked: 'time', agreed: null, declined: null } },
  terms: {
    by: 'moment',
    of: { accepted: null, proposed: 'amendment', agreed: null, declined: null, withdrawn: null },
  },
  operator_alert: null,
  claim_closed: null,
  case_closed: null,
  contact_message: null,
  hold_ready: 'funding',
  hold_sign: 'exit',
  hold_lapsed: 'lapse',
  hold_late: null,
  hold_take: null,
  hold_ended: null,
} as const satisfies Record<string, Matter | OfReminder | OfMoment | null>

export type EmailKind = keyof typeof MATTER_OF

export function isEmailKind(text: unknown): text is EmailKind {
  return typeof text === 'string' && Object.hasOwn(MATTER_OF, text)
}

export type OfEmail = { letter: EmailKind; kind?: string | undefined; moment?: string | undefined }

/** Null: nothing overtakes it. */
export function matterOf({ letter, kind, moment }: OfEmail): Matter | null {
  const matter: Matter | OfReminder | OfMoment | null = MATTER_OF[letter]
  if (matter === null || typeof matter === 'string') return matter
  const by: string = (matter.by === 'kind' ? kind : moment) ?? ''
  const of: Record<string, Matter | null> = matter.of
  return of[by] ?? null
}
