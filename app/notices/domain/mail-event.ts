/** The mail service's events about an accepted email, and what they mean for its address (decision 109). */

/** The values of the database. `soft_bounced`: the mailbox is full or unavailable; a later email may arrive. */
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

/** Why an address takes no emails; the values of the database. */
export const DELIVERY_FAILURES = ['bounced', 'complained', 'suppressed'] as const
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number]

export type MailEvent = {
  kind: MailEventKind
  /** Normalized. */
  address: string
  /** The id of our email as given to the mail service. Null: none, or not ours. */
  letterId: string | null
  /** The mail service's id of the same email. Null: the event is about no email. */
  providerId: string | null
  /** The mail service's explanation, truncated. */
  words: string
  /** By the mail service's clock. */
  at: Date
}

/** The tag of outgoing emails that leads their events back to them. */
export const EMAIL_TAG = 'letter'

/** The problem that an event gives its address. Null: none any more. Undefined: the event does not say. */
export function failureBy(kind: MailEventKind): DeliveryFailure | null | undefined {
  if (kind === 'delivered' || kind === 'unsuppressed') return null
  return DELIVERY_FAILURES.find((trouble) => trouble === kind)
}

/** Problems that stop deadlines. A complaint does not: the person has got the email. */
export const STOPS_DEADLINES: readonly DeliveryFailure[] = ['bounced', 'suppressed']

/**
 * Emails that the owner of an address requests: only these can show that it takes emails again. Also those to operators
 * and support, who would not learn otherwise that something is wrong.
 */
export const ALWAYS_TRIED: readonly string[] = [
  'welcome',
  'confirm_email',
  'email_change',
  'password_reset',
  'operator_alert',
  'contact_message',
]
