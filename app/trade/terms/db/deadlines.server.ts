/** Deadlines of escrows. Constraints allow one running at a time; each expires once and never before its time. */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { type DuePage, type DueRow, isAfter } from '#app/kernel/db/due-pages.ts'
import { Prisma } from '#app/kernel/db/generated/client.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import type { DeadlineKind, Step } from '#app/trade/terms/domain/standing.ts'

/** A page of running deadlines to process, longest due first. `after`: the last one of the page before. */
export async function findDueDeadlines(db: Database, page: DuePage): Promise<DueRow[]> {
  const { now, after, take } = page
  return db.$queryRaw<DueRow[]>`
    select "id"::text as "id", "nextAt" as "at" from "escrow_clock"
    where "endedAt" is null and "nextAt" <= ${now} and ${isAfter(Prisma.sql`"nextAt"`, after)}
    order by "nextAt", "id" limit ${take}`
}

export type Due = { kind: DeadlineKind; at: Date; owner: string }

/** Returns the running deadline of each of these escrows that has one. */
export async function findDueTimes(db: Database, escrowIds: readonly string[]): Promise<Map<string, Due>> {
  if (escrowIds.length === 0) return new Map()
  const rows = await db.escrowClock.findMany({
    where: { escrowId: { in: [...escrowIds] }, endedAt: null },
    select: { escrowId: true, kind: true, dueAt: true, owner: true },
  })
  return new Map(
    rows.map(({ escrowId, kind, dueAt: at, owner }) => [escrowId, { kind: kind as DeadlineKind, at, owner }]),
  )
}

/** Returns the escrows in which a deadline of this person runs, first due first. */
export async function findDueOf(
  db: Database,
  { userId, side, take }: { userId: string; side: Reader; take: number },
): Promise<string[]> {
  const party = Prisma.raw(side === 'buyer' ? '"buyerId"' : '"sellerId"')
  const rows = await db.$queryRaw<{ escrowId: string }[]>`
    select c."escrowId"::text as "escrowId" from "escrow" e
    join "escrow_clock" c on c."escrowId" = e."id" and c."endedAt" is null and c."owner" = ${side}
    where e.${party} = ${userId}::uuid order by c."dueAt" limit ${take}`
  return rows.map(({ escrowId }) => escrowId)
}

export async function findEscrowOfDeadline(tx: Transaction, clockId: string): Promise<string | null> {
  return (await tx.escrowClock.findUnique({ where: { id: clockId }, select: { escrowId: true } }))?.escrowId ?? null
}

export type NewDeadline = {
  id: string
  escrowId: string
  kind: DeadlineKind
  owner: Reader
  since: Date
  turnSince: Date
  startedAt: Date
  dueAt: Date
  nextAt: Date
}

export async function storeDeadline(tx: Transaction, clock: NewDeadline): Promise<void> {
  await tx.escrowClock.create({ data: clock, select: { id: true } })
}

/** Compare-and-set: false when it has ended before. */
export async function endDeadline(
  tx: Transaction,
  { id, end, at }: { id: string; end: 'moved' | 'ran_out'; at: Date },
): Promise<boolean> {
  const { count } = await tx.escrowClock.updateMany({ where: { id, endedAt: null }, data: { endedAt: at, end } })
  return count === 1
}

export async function pollAgainAt(db: Database | Transaction, { id, at }: { id: string; at: Date }): Promise<void> {
  await db.escrowClock.updateMany({ where: { id, endedAt: null }, data: { nextAt: at } })
}

export type NewRequest = {
  id: string
  escrowId: string
  step: Step
  since: Date
  askedById: string
  reason: string
  until: Date
  askedAt: Date
  /** Where there is nobody to ask yet, it is granted at once. */
  isGranted: boolean
}

export const TIME_REQUESTS = {
  orderBy: [{ askedAt: 'asc' }, { id: 'asc' }],
  select: { askedById: true, until: true, reason: true, askedAt: true, answer: true, answeredAt: true },
} satisfies Prisma.Milestone$requestsArgs

/** Throws a unique-constraint error for a second request in the same step. */
export async function createTimeRequest(tx: Transaction, { isGranted, ...request }: NewRequest): Promise<void> {
  const answer = isGranted ? { answer: 'agreed', answeredAt: request.askedAt } : {}
  await tx.timeRequest.create({ data: { ...request, ...answer }, select: { id: true } })
}

/** Compare-and-set: false when it was answered before. */
export async function answerTimeRequest(
  tx: Transaction,
  { id, answer, at }: { id: string; answer: 'agreed' | 'declined'; at: Date },
): Promise<boolean> {
  const { count } = await tx.timeRequest.updateMany({
    where: { id, answer: null },
    data: { answer, answeredAt: at },
  })
  return count === 1
}

/**
 * What became of the last email to this person about a missed examination: sent, waiting, or never sent. One that came
 * back, or was withheld because others had, counts as sent: its step was paused for that. One that the mail service
 * could not send by our fault does not (decision 109).
 */
export async function findLastNotice(
  db: Database | Transaction,
  of: { escrowId: string; userId: string },
): Promise<'sent' | 'waits' | 'lost'> {
  const missed = await db.escrowClock.findFirst({
    where: { escrowId: of.escrowId, kind: 'examine', end: 'ran_out' },
    orderBy: [{ endedAt: 'desc' }, { id: 'desc' }],
    select: { id: true },
  })
  if (!missed) return 'lost'
  // By its whole key, which is indexed. A person with a new address may not have read the old one.
  const { email } = await db.user.findUniqueOrThrow({ where: { id: of.userId }, select: { email: true } })
  const letter = await db.outboxLetter.findUnique({
    where: { key: `clock:${missed.id}:notice:${email}` },
    select: {
      sentAt: true,
      givenUpAt: true,
      withheldFor: true,
      mailEvents: { where: { kind: 'failed' }, select: { id: true }, take: 1 },
    },
  })
  if (letter?.withheldFor === 'undeliverable') return 'sent'
  if (letter?.sentAt) return letter.mailEvents.length > 0 ? 'lost' : 'sent'
  return letter && !letter.givenUpAt && letter.withheldFor === null ? 'waits' : 'lost'
}

/** Compare-and-set: true for the one caller that opened the refund. */
export async function openRefund(tx: Transaction, { escrowId, at }: { escrowId: string; at: Date }): Promise<boolean> {
  const { count } = await tx.escrow.updateMany({
    where: { id: escrowId, refundOpenedAt: null, cancelledAt: null },
    data: { refundOpenedAt: at },
  })
  return count === 1
}
