/** Limits emails to an unconfirmed mailbox, whichever account causes them (docs/decisions/128). */
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { countToUnproven, digestOfMailbox } from '#app/notices/db/unproven-mailboxes.server.ts'
import { CAUSED_BY_ACCOUNTS, LETTERS_A_DAY } from '#app/notices/domain/letter-limits.ts'
import type { LetterContent } from '#app/notices/emails/letters.ts'

export async function hasEnoughLetters(tx: Transaction, email: string): Promise<boolean> {
  return (await countToUnproven(tx, digestOfMailbox(email))) >= LETTERS_A_DAY.unproven
}

/** The counting fields of an email's row. Null: the address is confirmed, and nothing is counted. */
export async function weighUnproven(
  tx: Transaction,
  { email, emailConfirmedAt }: { email: string; emailConfirmedAt: Date | null },
  { letter }: LetterContent,
): Promise<{ unprovenMailbox: string; withheldFor: 'limit' | null } | null> {
  if (emailConfirmedAt !== null) return null
  const isWithheld = CAUSED_BY_ACCOUNTS.includes(letter) && (await hasEnoughLetters(tx, email))
  return { unprovenMailbox: digestOfMailbox(email), withheldFor: isWithheld ? 'limit' : null }
}
