/**
 * How many letters the act of one party may write to another, and why one does not go (docs/decisions/032). Letters of ours,
 * such as receipts, are not counted.
 */
import type { LetterKind } from './letter-kinds.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** All limits count this time back. */
export const LIMITED_OVER_MS = 24 * HOUR_MS
/** What repeats sooner in the same stage waits for the end of this time, and then goes once, with what holds then. */
export const JOINED_WITHIN_MS = 3 * HOUR_MS
/** An invitation is sent again after this time, if its buyer asks for it. */
export const INVITED_AGAIN_AFTER_MS = HOUR_MS

/** How long the link to a named seller's trade is good after the last letter that holds it: letters wait for a ship, as their readers do. */
export const INVITATION_LIFE_MS = 30 * 24 * HOUR_MS

/** Letters in a day. A stranger is whoever no escrow has bound: an address that somebody typed. */
export const LETTERS_A_DAY = {
  /** To one address about one escrow, whoever it is; those of consequence aside. */
  escrow: 12,
  /** To one stranger's address, from everybody. */
  stranger: 8,
  /** The same, when the address has an account whose owner has confirmed it. */
  strangerWithAccount: 50,
  /** From one sender to strangers. */
  sender: 40,
  /** To one mailbox that nobody has confirmed, of what accounts cause (`CAUSED_BY_ACCOUNTS`), however many accounts they are. */
  unproven: 8,
} as const

/**
 * Letters that tell the other party of money or of a decision. The limit about an escrow neither holds them back nor counts them,
 * or whoever wanted to hide one could use the limit up before (docs/decisions/049). They cannot be repeated at will either: each is
 * of something that happens once, or is joined.
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
 * What anybody with an account, and without a payment, makes us write to an address that may be a stranger's: counted by the mailbox
 * while it is not confirmed (docs/decisions/128). Letters with a link that sets a password are counted where they are asked for.
 */
export const CAUSED_BY_ACCOUNTS: readonly LetterKind[] = [
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
 * Letters with a link that sets a password: so many in so long. Each limit ends before the link of its last letter does (an hour),
 * so whoever reads the mailbox has a good link in it, however often strangers ask (docs/decisions/128).
 */
export const RESET_LETTERS = {
  /** For an account whose owner has confirmed the address. */
  confirmed: { letters: 3, withinMs: 30 * MINUTE_MS },
  /** To one mailbox that nobody has confirmed, whichever accounts have its addresses. */
  unproven: { letters: 1, withinMs: 50 * MINUTE_MS },
} as const

const isOfConsequence = (letter: string) => OF_CONSEQUENCE.some((known) => known === letter)

/**
 * Why a letter does not go; the words of the database. `overtaken`: its stage was over before it went (decision 108). `undeliverable`:
 * letters to its address come back (decision 109).
 */
export const WITHHELD_FOR = ['limit', 'unconfirmed', 'overtaken', 'undeliverable'] as const
export type WithheldFor = (typeof WITHHELD_FOR)[number]
/** Why one does not go from the beginning. */
export type HeldBackFor = Exclude<WithheldFor, 'overtaken' | 'undeliverable'>

export type Addressing = {
  /** No escrow has bound the recipient to anything. */
  isStranger: boolean
  hasAccount: boolean
  senderIsConfirmed: boolean
}

/** Letters of the last day; about the escrow those that are of no consequence. */
export type LettersBefore = Record<'aboutEscrow' | 'toRecipient' | 'fromSender', number>

/** Null: it goes. Nobody writes to strangers through us from an address that may not be theirs. */
export function whyWithhold(letter: string, to: Addressing, before: LettersBefore): HeldBackFor | null {
  if (to.isStranger && !to.senderIsConfirmed) return 'unconfirmed'
  if (before.aboutEscrow >= LETTERS_A_DAY.escrow && !isOfConsequence(letter)) return 'limit'
  if (!to.isStranger) return null
  const most = to.hasAccount ? LETTERS_A_DAY.strangerWithAccount : LETTERS_A_DAY.stranger
  return before.toRecipient >= most || before.fromSender >= LETTERS_A_DAY.sender ? 'limit' : null
}

/** When a letter may go of whose kind one was written before; null: at once. */
export function joinedUntil(writtenBefore: Date | null, now: Date): Date | null {
  if (writtenBefore === null) return null
  const until = new Date(writtenBefore.getTime() + JOINED_WITHIN_MS)
  return until > now ? until : null
}
