/** Adds the dates of the trade to an email, read once at its first attempt (docs/decisions/110). */

import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { findSentDate } from '#app/notices/db/sent-dates.server.ts'
import { isAboutDate } from '#app/notices/emails/date-emails.ts'
import type { EmailContent } from '#app/notices/emails/emails.ts'
import { findStanding, type StoredStanding } from '#app/trade/terms/db/milestones.server.ts'
import { findConsequence } from '#app/trade/terms/db/situation.server.ts'
import { showConsequence } from '#app/trade/terms/domain/consequence.ts'
import { type Deadline, deadlineOf } from '#app/trade/terms/domain/deadline.ts'

type About = {
  escrow: StoredEscrow
  letter: { id: string; recipient: string; userId: string | null }
  now: Date
}

/** The caller has locked the escrow's row. */
export async function completeEmail(tx: Transaction, content: EmailContent, about: About): Promise<EmailContent> {
  const { escrow, letter, now } = about
  const { transactionId: txid, currency: asset } = escrow
  const reader = letter.userId === escrow.buyerId ? ('buyer' as const) : ('seller' as const)
  const standing = await findStanding(tx, escrow)
  if (!standing) return isAboutDate(content) ? { ...content, dates: { reader, asset, txid, ahead: null } } : content
  const clock = runningFor(content, standing, now)
  const madeAt = now.toISOString()
  if (clock) {
    if (!isAboutDate(content)) return content
    const ahead = showConsequence(await findConsequence(tx, { escrow, standing, clock, now }))
    return { ...content, dates: { reader, asset, txid, ahead }, calendar: { txid, madeAt } }
  }
  const { id: letterId, recipient } = letter
  const was = await findSentDate(tx, { recipient, txid, since: escrow.createdAt, letterId })
  return was === null ? content : { ...content, calendar: { txid, madeAt, cancels: { was } } }
}

/** Null: no deadline runs for this reader, or it is stopped, or it has passed and its outcome is about to follow. */
function runningFor({ letter }: EmailContent, standing: StoredStanding, now: Date): Deadline | null {
  const clock = deadlineOf(standing)
  // A replaced seller is no longer a party.
  if (!clock || letter === 'seller_replaced' || clock.wait?.until || now >= clock.dueAt) return null
  return clock
}
