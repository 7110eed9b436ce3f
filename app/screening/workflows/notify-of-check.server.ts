/**
 * What somebody reads of a check of the own account: that it began, what is missing, that it is over. Never a match,
 * nor that a list is the reason; after a true match nothing more than anybody else (decision 110).
 */
import type { Transaction } from '#app/kernel/db/client.server.ts'
import type { EmailContent } from '#app/notices/emails/emails.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'
import { lockScreened } from '#app/screening/db/people.server.ts'
import { findUnderReview } from '#app/screening/db/screenings.server.ts'
import type { AskedDetail } from '#app/screening/domain/review.ts'

/** Is this person being checked? Locks the person: of two concurrent matches, one begins the check. */
export async function lockChecked(tx: Transaction, personId: string): Promise<boolean> {
  await lockScreened(tx, personId)
  return (await findUnderReview(tx, [`user:${personId}`])).length > 0
}

type Told = { personId: string; reviewId: string } & (
  | { what: 'begun' | 'done' }
  | { what: 'asked'; asked: readonly AskedDetail[]; at: Date }
)

/** Queues nothing for a closed account. */
export async function notifyOfCheck(tx: Transaction, told: Told): Promise<void> {
  const { personId, reviewId, what } = told
  const content: EmailContent = {
    letter: 'account_checked',
    what,
    ...(what === 'asked' && { asked: [...told.asked] }),
  }
  const event = `account_checked:${what}:${reviewId}${what === 'asked' ? `:${told.at.getTime()}` : ''}`
  await queueEmail(tx, { event, to: { userId: personId }, content })
}
