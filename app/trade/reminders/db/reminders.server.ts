/** What is to be looked at for reminders: rows say when (triggers set it when a fact changes). */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { type DuePage, type DueRow, isAfter } from '#app/kernel/db/due-pages.ts'
import { Prisma } from '#app/kernel/db/generated/client.ts'

/** A page of the escrows whose moment has come, those that wait longest first. */
export async function findDueEscrows(db: Database, { now, after, take }: DuePage): Promise<DueRow[]> {
  return db.$queryRaw<DueRow[]>`
    select "id"::text as "id", "remindAt" as "at" from "escrow"
    where "remindAt" <= ${now} and ${isAfter(Prisma.sql`"remindAt"`, after)} order by "remindAt", "id" limit ${take}`
}

/** The same of fee quotes. */
export async function findDueQuotes(db: Database, { now, after, take }: DuePage): Promise<DueRow[]> {
  return db.$queryRaw<DueRow[]>`
    select "id"::text as "id", "remindAt" as "at" from "fee_quote"
    where "remindAt" <= ${now} and ${isAfter(Prisma.sql`"remindAt"`, after)} order by "remindAt", "id" limit ${take}`
}

/** Of a locked escrow; null: nobody is to be reminded. */
export async function findReminderOf(tx: Transaction, escrowId: string): Promise<Date | null> {
  return (await tx.escrow.findUniqueOrThrow({ where: { id: escrowId }, select: { remindAt: true } })).remindAt
}

/** Raw: looking is no change of the escrow, whose time of change stays as it was. */
export async function storeReminderOf(tx: Transaction, { escrowId, at }: { escrowId: string; at: Date | null }) {
  await tx.$executeRaw`update "escrow" set "remindAt" = ${at} where "id" = ${escrowId}::uuid`
}

/** A quote that may be reminded of, with what it is about; locked until the transaction ends. */
export async function lockQuoteToRemind(tx: Transaction, quoteId: string) {
  await tx.$queryRaw`select 1 from "fee_quote" where "id" = ${quoteId}::uuid for update`
  return tx.feeQuote.findUniqueOrThrow({
    where: { id: quoteId },
    select: {
      userId: true,
      state: true,
      netUsd: true,
      lockedAt: true,
      remindAt: true,
      _count: { select: { payments: true } },
      user: { select: { hasPaid: true } },
    },
  })
}

/** Has the buyer a newer quote than this one? */
export async function hasNewerQuote(tx: Transaction, { userId, id }: { userId: string; id: string }): Promise<boolean> {
  const newest = await tx.feeQuote.findFirst({
    where: { userId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true },
  })
  return newest?.id !== id
}

export async function storeQuoteReminder(tx: Transaction, { id, at }: { id: string; at: Date | null }): Promise<void> {
  await tx.feeQuote.update({ where: { id }, data: { remindAt: at }, select: { id: true } })
}

/** One that is due is looked at later; one that is not due any more stays as it is. */
export async function putOffReminder(
  db: Database,
  { of, id, until, now }: { of: 'escrow' | 'quote'; id: string; until: Date; now: Date },
): Promise<void> {
  // Raw, as above: looking is no change of the row.
  if (of === 'escrow') {
    await db.$executeRaw`update "escrow" set "remindAt" = ${until} where "id" = ${id}::uuid and "remindAt" <= ${now}`
  } else {
    await db.$executeRaw`update "fee_quote" set "remindAt" = ${until} where "id" = ${id}::uuid and "remindAt" <= ${now}`
  }
}
