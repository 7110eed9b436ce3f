/** What the mail service says became of a letter, after it took it, and what that says of the address (decision 109). */

/** The words of the database. `soft_bounced`: full, or away for now; another letter may arrive. */
export const MAIL_EVENTS = [
  'delivered',
  'delayed',
  'soft_bounced',
  'bounced',
  'complained',
  'suppressed',
  'unsuppressed',
  'failed',
] as const
export type MailEventKind = (typeof MAIL_EVENTS)[number]

/** Why an address takes no letters; the words of the database. */
export const TROUBLES = ['bounced', 'complained', 'suppressed'] as const
export type Trouble = (typeof TROUBLES)[number]

export type MailEvent = {
  kind: MailEventKind
  /** Normalized. */
  address: string
  /** Our letter, as we named it to the mail service; null: not named, or not one of ours. */
  letterId: string | null
  /** The same letter by the mail service's number; null for an event of no letter. */
  providerId: string | null
  /** What the mail service says of it, cut. */
  words: string
  /** By the mail service. */
  at: Date
}

/** The tag with which a letter goes out, so that its events lead back to it. */
export const LETTER_TAG = 'letter'

/** What an event makes of its address: a trouble, null for none any more, and undefined where it says nothing of it. */
export function troubleBy(kind: MailEventKind): Trouble | null | undefined {
  if (kind === 'delivered' || kind === 'unsuppressed') return null
  return TROUBLES.find((trouble) => trouble === kind)
}

/** Does a deadline stand still for it? Who complains has got the letter. */
export const STOPS_DEADLINES: readonly Trouble[] = ['bounced', 'suppressed']

/**
 * Letters that the owner of an address asks for: they alone can show that it takes letters again. And those to operators and
 * support, whom nothing else would tell that anything is wrong.
 */
export const ALWAYS_TRIED: readonly string[] = [
  'welcome',
  'confirm_email',
  'email_change',
  'password_reset',
  'operator_alert',
  'contact_message',
]
