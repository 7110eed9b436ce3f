/**
 * How many emails one party's actions may send to another, and why one is withheld (docs/decisions/108). Quayside's own
 * emails, such as receipts, are not counted.
 */
import type { EmailKind } from './email-kinds.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The period of all limits. */
export const LIMITED_OVER_MS = 24 * HOUR_MS
/** A repetition in the same stage waits until this time is over, then goes once, with the state at that time. */
export const JOINED_WITHIN_MS = 3 * HOUR_MS
/** A buyer may have an invitation sent again after this time. */
export const INVITED_AGAIN_AFTER_MS = HOUR_MS

/** Validity of a named seller's link after the last email with it: emails, like their readers, may wait for a ship. */
export const INVITATION_LIFE_MS = 30 * 24 * HOUR_MS

/** Emails in a day. A stranger is anybody whom no escrow has bound: an address that somebody typed. */
export const EMAILS_A_DAY = {
  /** To one address about one escrow, without those of consequence. */
  escrow: 12,
  /** To one stranger's address, from everybody. */
  stranger: 8,
  /** The same, when the address has an account whose owner has confirmed it. */
  strangerWithAccount: 50,
  /** From one sender to strangers. */
  sender: 40,
  /** To one unconfirmed mailbox, caused by accounts (`CAUSED_BY_ACCOUNTS`), however many accounts. */
  unproven: 8,
} as const

/**
 * Emails that tell the other party of money or of a decision. The limit per escrow neither withholds nor counts them:
 * otherwise a party could hide one by using the limit up first (docs/decisions/108). They cannot be repeated at will:
 * each is about something that happens once, or is joined.
 */
export const OF_CONSEQUENCE = [
  'escrow_funded',
  'seller_confirmed',
  'documents_approved',
  'documents_rejected',
  'payout_wallet_changed',
  'payout_wallet_proposed',
  'refund_answered',
  'dispute_opened',
  'dispute_statement',
  'escrow_cancelled',
  'clock',
  'more_time',
  'waiver',
  'division',
  'division_answered',
  'hold_ready',
] as const

/**
 * Emails that anybody with an account, and without a payment, can cause to an address that may be a stranger's: counted
 * by the mailbox while it is not confirmed (docs/decisions/128). Password emails are counted where they are requested.
 */
export const CAUSED_BY_ACCOUNTS: readonly EmailKind[] = [
  'welcome',
  'confirm_email',
  'email_change',
  'email_change_told',
  'account_exists',
  'account_closed',
  'account_secured',
  'password_changed',
  'reminder',
  'hold_sign',
]

/**
 * Limits of emails with a link that sets a password. Each period ends before its last link expires (an hour), so the
 * mailbox always has a valid link, however often strangers ask (docs/decisions/128).
 */
export const RESET_EMAILS = {
  /** For an account whose owner has confirmed the address. */
  confirmed: { letters: 3, withinMs: 30 * MINUTE_MS },
  /** To one unconfirmed mailbox, whichever accounts have its addresses. */
  unproven: { letters: 1, withinMs: 50 * MINUTE_MS },
} as const

const isOfConsequence = (letter: string) => OF_CONSEQUENCE.some((known) => known === letter)

/**
 * Why an email is withheld; the values of the database. `overtaken`: its stage was over before it was sent (decision
 * 108). `undeliverable`: emails to its address bounce (decision 109).
 */
export const WITHHELD_FOR = ['limit', 'unconfirmed', 'overtaken', 'undeliverable'] as const
export type WithheldFor = (typeof WITHHELD_FOR)[number]
/** Reasons known when it is written. */
export type WithholdReason = Exclude<WithheldFor, 'overtaken' | 'undeliverable'>

export type Addressing = {
  /** No escrow has bound the recipient. */
  isStranger: boolean
  hasAccount: boolean
  senderIsConfirmed: boolean
}

/** Emails of the last day; `aboutEscrow` without those of consequence. */
export type EmailsBefore = Record<'aboutEscrow' | 'toRecipient' | 'fromSender', number>

/** Null: it is sent. A sender with an unconfirmed address, which may not be theirs, cannot write to strangers. */
export function whyWithhold(letter: string, to: Addressing, before: EmailsBefore): WithholdReason | null {
  if (to.isStranger && !to.senderIsConfirmed) return 'unconfirmed'
  if (before.aboutEscrow >= EMAILS_A_DAY.escrow && !isOfConsequence(letter)) return 'limit'
  if (!to.isStranger) return null
  const most = to.hasAccount ? EMAILS_A_DAY.strangerWithAccount : EMAILS_A_DAY.stranger
  return before.toRecipient >= most || before.fromSender >= EMAILS_A_DAY.sender ? 'limit' : null
}

/** When an email may be sent after an earlier one of its kind. Null: at once. */
export function joinedUntil(writtenBefore: Date | null, now: Date): Date | null {
  if (writtenBefore === null) return null
  const until = new Date(writtenBefore.getTime() + JOINED_WITHIN_MS)
  return until > now ? until : null
}
