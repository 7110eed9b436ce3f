/** Limits emails to an unconfirmed mailbox, whichever account causes them (docs/decisions/128). */
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { countToUnproven, digestOfMailbox } from '#app/notices/db/unproven-mailboxes.server.ts'
import { CAUSED_BY_ACCOUNTS, EMAILS_A_DAY } from '#app/notices/domain/email-limits.ts'
import type { EmailContent } from '#app/notices/emails/emails.ts'

export async function hasEnoughEmails(tx: Transaction, email: string): Promise<boolean> {
  return (await countToUnproven(tx, digestOfMailbox(email))) >= EMAILS_A_DAY.unproven
}

/** The counting fields of an email's row. Null: the address is confirmed, and nothing is counted. */
export async function weighUnproven(
  tx: Transaction,
  { email, emailConfirmedAt }: { email: string; emailConfirmedAt: Date | null },
  { letter }: EmailContent,
): Promise<{ unprovenMailbox: string; withheldFor: 'limit' | null } | null> {
  if (emailConfirmedAt !== null) return null
  const isWithheld = CAUSED_BY_ACCOUNTS.includes(letter) && (await hasEnoughEmails(tx, email))
  return { unprovenMailbox: digestOfMailbox(email), withheldFor: isWithheld ? 'limit' : null }
}
