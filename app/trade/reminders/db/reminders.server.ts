/** Due reminders. `remindAt` says when to poll a row; triggers set it when a fact changes. */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { type DuePage, type DueRow, isAfter } from '#app/kernel/db/due-pages.ts'
import { Prisma } from '#app/kernel/db/generated/client.ts'

/** A page of the escrows that are due, oldest first. */
export async function findDueEscrows(db: Database, { now, after, take }: DuePage): Promise<DueRow[]> {
  return db.$queryRaw<DueRow[]>`
    select "id"::text as "id", "remindAt" as "at" from "escrow"
    where "remindAt" <= ${now} and ${isAfter(Prisma.sql`"remindAt"`, after)} order by "remindAt", "id" limit ${take}`
}

/** The same for fee quotes. */
export async function findDueQuotes(db: Database, { now, after, take }: DuePage): Promise<DueRow[]> {
  return db.$queryRaw<DueRow[]>`
    select "id"::text as "id", "remindAt" as "at" from "fee_quote"
    where "remindAt" <= ${now} and ${isAfter(Prisma.sql`"remindAt"`, after)} order by "remindAt", "id" limit ${take}`
}

/** Of a locked escrow. Null: no reminder is planned. */
export async function findReminderOf(tx: Transaction, escrowId: string): Promise<Date | null> {
  return (await tx.escrow.findUniqueOrThrow({ where: { id: escrowId }, select: { remindAt: true } })).remindAt
}

/** Raw SQL, so that `updatedAt` stays: this is no change of the escrow. */
export async function storeReminderOf(tx: Transaction, { escrowId, at }: { escrowId: string; at: Date | null }) {
  await tx.$executeRaw`update "escrow" set "remindAt" = ${at} where "id" = ${escrowId}::uuid`
}

/** Locks a quote until the transaction ends, and returns it. */
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

/** Postpones a reminder that is due; does nothing if it is not due any more. */
export async function putOffReminder(
  db: Database,
  { of, id, until, now }: { of: 'escrow' | 'quote'; id: string; until: Date; now: Date },
): Promise<void> {
  // Raw SQL, so that the escrow's `updatedAt` stays.
  if (of === 'escrow') {
    await db.$executeRaw`update "escrow" set "remindAt" = ${until} where "id" = ${id}::uuid and "remindAt" <= ${now}`
  } else {
    await db.$executeRaw`update "fee_quote" set "remindAt" = ${until} where "id" = ${id}::uuid and "remindAt" <= ${now}`
  }
}
