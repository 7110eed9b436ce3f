/** Counts emails to unconfirmed mailboxes, by a digest of the mailbox, from all accounts (decision 128). */
import { createHash } from 'node:crypto'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { Prisma } from '#app/kernel/db/generated/client.ts'
import { countedMailboxOf } from '#app/kernel/domain/words/mailbox.ts'
import { CAUSED_BY_ACCOUNTS } from '#app/notices/domain/email-limits.ts'

export function digestOfMailbox(email: string): string {
  return `sha256:${createHash('sha256').update(countedMailboxOf(email)).digest('hex')}`
}

type ResetEmails = { email: string; isConfirmed: boolean; withinMs: number }

/**
 * Emails of the last `withinMs` with a link that still sets a password: to one address, or to an unconfirmed mailbox.
 * After using the link a person may ask again at once.
 */
export async function countResetEmails(
  tx: Transaction,
  { email, isConfirmed, withinMs }: ResetEmails,
): Promise<number> {
  const mailbox = digestOfMailbox(email)
  await lockMailbox(tx, mailbox)
  const to = isConfirmed ? Prisma.sql`"recipient" = ${email}` : Prisma.sql`"unprovenMailbox" = ${mailbox}`
  const [row] = await tx.$queryRaw<{ written: number }[]>`
    select count(*)::int as "written" from "outbox_letter"
    where ${to} and "createdAt" > now() - ${withinMs}::float8 * interval '1 millisecond' and "withheldFor" is null
      and "content" ->> 'letter' = 'password_reset' and exists (
        select 1 from "account_token" t
        where t."id" = ("content" ->> 'tokenId')::uuid and t."usedAt" is null and t."expiresAt" > now())`
  return row?.written ?? 0
}

async function lockMailbox(tx: Transaction, mailbox: string): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`letters to ${mailbox}`}, 0))`
}

/** Emails of the last 24 hours, sent or due, that accounts cause. Locks the mailbox until the transaction ends. */
export async function countToUnproven(tx: Transaction, mailbox: string): Promise<number> {
  await lockMailbox(tx, mailbox)
  const [row] = await tx.$queryRaw<{ written: number }[]>`
    select count(*)::int as "written" from "outbox_letter"
    where "unprovenMailbox" = ${mailbox} and "createdAt" > now() - interval '24 hours' and "withheldFor" is null
      and "senderId" is null and "content" ->> 'letter' = any(${[...CAUSED_BY_ACCOUNTS]})`
  return row?.written ?? 0
}
