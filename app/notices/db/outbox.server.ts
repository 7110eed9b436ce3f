/** The outbox of emails: written with their events, sent by the worker. */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import type { GivenUpFor } from '#app/notices/domain/email-fate.ts'
import type { WithheldFor, WithholdReason } from '#app/notices/domain/email-limits.ts'

export type NewEmail = {
  /** One email per event and recipient. */
  key: string
  userId: string | null
  recipient: string
  locale: string
  content: Prisma.InputJsonObject
  /** For an email about an escrow: its stage. Null: nothing overtakes it (decision 108). */
  about?: { escrowId: string; stage: string | null }
  /** For an email that one party's action sends to another (write-to-other.server.ts). */
  ofAct?: { senderId: string; withheldFor: WithholdReason | null }
  /** For an unconfirmed address: the digest by which its emails are counted (unproven-mailboxes.server.ts). */
  unprovenMailbox?: string | null
  /** Why an email that is no party's action is withheld. */
  withheldFor?: WithholdReason | null
  /** When it becomes due. Default: now. */
  owedFrom?: Date
}

/** Returns the id of the new email. Null: it was written before. */
export async function createEmail(
  tx: Transaction,
  { about, ofAct, owedFrom, ...letter }: NewEmail,
): Promise<string | null> {
  const data = [{ ...letter, ...about, ...ofAct, ...(owedFrom && { createdAt: owedFrom, nextTryAt: owedFrom }) }]
  const rows = await tx.outboxLetter.createManyAndReturn({ data, skipDuplicates: true, select: { id: true } })
  return rows[0]?.id ?? null
}

export async function findEmail(db: Database | Transaction, id: string) {
  return db.outboxLetter.findUnique({
    where: { id },
    select: {
      id: true,
      userId: true,
      recipient: true,
      locale: true,
      content: true,
      sentAt: true,
      attempts: true,
      firstTriedAt: true,
      maybeTakenAt: true,
      lastError: true,
      givenUpAt: true,
      withheldFor: true,
      escrowId: true,
      stage: true,
    },
  })
}

export type Begun = { content: Prisma.JsonValue; attempts: number }
export type StoredEmail = NonNullable<Awaited<ReturnType<typeof findEmail>>>

/**
 * Counts an attempt before it is made: after a crash it is known that the mail service may have accepted the email.
 * Returns the content, which never changes afterwards, and the number of the attempt. Null: no attempt is needed any
 * more. `content`: replaces the stored content at the first attempt.
 */
export async function beginTry(
  db: Database | Transaction,
  begun: { id: string; at: Date; nextTryAt: Date; content?: Prisma.InputJsonObject | null },
): Promise<Begun | null> {
  const { id, at, nextTryAt } = begun
  const content = begun.content ? JSON.stringify(begun.content) : null
  const rows = await db.$queryRaw<Begun[]>`
    update "outbox_letter" set
      "content" = coalesce(case when "attempts" = 0 then ${content}::jsonb end, "content"),
      "attempts" = "attempts" + 1,
      "firstTriedAt" = coalesce("firstTriedAt", ${at}),
      "maybeTakenAt" = coalesce("maybeTakenAt", ${at}),
      "nextTryAt" = ${nextTryAt}
    where "id" = ${id}::uuid and "sentAt" is null and "givenUpAt" is null and "withheldFor" is null
    returning "content", "attempts"`
  return rows[0] ?? null
}

/** Its stage is over: it is neither sent nor retried. */
export async function markOvertaken(tx: Transaction, id: string): Promise<boolean> {
  const where = { id, sentAt: null, givenUpAt: null, withheldFor: null }
  const { count } = await tx.outboxLetter.updateMany({ where, data: { withheldFor: 'overtaken' } })
  return count === 1
}

/** Postpones it without counting an attempt. */
export async function putOffEmail(tx: Transaction, { id, until }: { id: string; until: Date }): Promise<void> {
  await tx.outboxLetter.updateMany({ where: { id, sentAt: null }, data: { nextTryAt: until } })
}

/** Stores why an attempt failed. Surely not accepted: this attempt leaves no doubt; doubts of other attempts stay. */
export async function recordFailedTry(
  db: Database,
  failed: { id: string; attempt: number; begunAt: Date; error: string; isSurelyNotTaken: boolean },
): Promise<void> {
  const { id, attempt, begunAt, error, isSurelyNotTaken } = failed
  await db.outboxLetter.updateMany({ where: { id, sentAt: null }, data: { lastError: error } })
  if (!isSurelyNotTaken) return
  await db.outboxLetter.updateMany({
    where: { id, sentAt: null, attempts: attempt, maybeTakenAt: begunAt },
    data: { maybeTakenAt: null },
  })
}

export async function giveUpEmail(
  db: Database,
  given: { id: string; at: Date; why: GivenUpFor; error: string },
): Promise<void> {
  const { id, at, why, error } = given
  await db.outboxLetter.updateMany({
    where: { id, sentAt: null, givenUpAt: null },
    data: { givenUpAt: at, givenUpFor: why, lastError: error },
  })
}

/** Withholds it, unless somebody has begun to send it. */
export async function withholdEmail(db: Database, { id, why }: { id: string; why: WithheldFor }): Promise<void> {
  const untouched = { attempts: 0, sentAt: null, givenUpAt: null, withheldFor: null }
  await db.outboxLetter.updateMany({ where: { id, ...untouched }, data: { withheldFor: why } })
}

/** `providerId`: null when the mail service no longer says under which id it accepted the email. */
export async function markEmailSent(
  db: Database,
  sent: { id: string; providerId: string | null; at: Date },
): Promise<void> {
  await db.outboxLetter.updateMany({
    where: { id: sent.id, sentAt: null, givenUpAt: null },
    data: { sentAt: sent.at, providerId: sent.providerId },
  })
}

/** Emails whose next attempt is overdue, longest-waiting first: those that fail often come rarely. */
export async function findOverdueEmails(tx: Database | Transaction, before: Date): Promise<string[]> {
  const rows = await tx.outboxLetter.findMany({
    where: { sentAt: null, givenUpAt: null, withheldFor: null, nextTryAt: { lt: before } },
    orderBy: { nextTryAt: 'asc' },
    select: { id: true },
    take: 500,
  })
  return rows.map((row) => row.id)
}

/** Alert emails whose next attempt is due: few, and perhaps no worker runs to send them. */
export async function findOwedAlertEmails(db: Database, now: Date): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select "id"::text as "id" from "outbox_letter"
    where "sentAt" is null and "givenUpAt" is null and "withheldFor" is null and ("attempts" = 0 or "nextTryAt" <= ${now})
      and "content"->>'letter' = 'operator_alert'
    order by "id" limit 100`
  return rows.map(({ id }) => id)
}

/** An email that an operator has sent again needs no more attention. */
const NOT_AGAIN = { notes: { none: { kind: 'send_letter' } } }

/** Emails given up since a moment, newest first. */
export async function findGivenUpEmails(db: Database, search: { since: Date; take: number }) {
  return db.outboxLetter.findMany({
    where: { givenUpAt: { gte: search.since }, ...NOT_AGAIN },
    orderBy: { givenUpAt: 'desc' },
    take: search.take,
    select: { id: true, recipient: true, content: true, givenUpAt: true, givenUpFor: true, lastError: true },
  })
}

export async function countGivenUpEmails(db: Database, since: Date): Promise<number> {
  return db.outboxLetter.count({ where: { givenUpAt: { gte: since }, ...NOT_AGAIN } })
}
