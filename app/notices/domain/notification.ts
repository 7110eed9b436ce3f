/** The state of an email, as a page or another email may state it (docs/decisions/108). */
import type { WithholdReason } from './email-limits.ts'

/** `at`: when it was sent, or until when it waits because of a recent one, ISO 8601. */
export type Notification =
  | { state: 'sent' | 'waits'; at: string }
  | { state: 'sending' }
  | { state: 'failed' }
  /** It was withheld: by a limit, or because emails to its address bounce. */
  | { state: WithholdReason | 'undeliverable' }

export type EmailRow = {
  createdAt: Date
  sentAt: Date | null
  givenUpAt: Date | null
  withheldFor: string | null
}

/** Null: nothing to say, because its stage was over before it was sent. */
export function notificationOf(
  { createdAt, sentAt, givenUpAt, withheldFor }: EmailRow,
  now: Date,
): Notification | null {
  if (sentAt) return { state: 'sent', at: sentAt.toISOString() }
  if (withheldFor === 'limit' || withheldFor === 'unconfirmed' || withheldFor === 'undeliverable') {
    return { state: withheldFor }
  }
  if (withheldFor !== null) return null
  if (givenUpAt) return { state: 'failed' }
  // One joined with a recent email becomes due after the three hours.
  return createdAt > now ? { state: 'waits', at: createdAt.toISOString() } : { state: 'sending' }
}
