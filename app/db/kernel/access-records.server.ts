/** Who signed in, was refused or took a paper away. What happens again within the hour is counted in one row. */
import type { Database } from './client.server.ts'
import { inSlices } from './in-slices.ts'

export const ACCESS_KINDS = [
  'signed_in',
  'sign_in_failed',
  'role_denied',
  'too_many_tries',
  'foreign_form',
  'file_downloaded',
  'file_previewed',
  'file_refused',
  'statement_read',
  'statement_refused',
  /** These records themselves, by an operator. */
  'records_read',
] as const
export type AccessKind = (typeof ACCESS_KINDS)[number]

export type NewAccess = {
  kind: AccessKind
  at: Date
  userId: string | null
  escrowId: string | null
  /** Which page, file or form of a statement. */
  subject: string
  /** A neighbourhood of addresses; empty where nothing tells addresses apart. */
  place: string
}

const HOUR_MS = 3_600_000

export async function countAccess(db: Database, access: NewAccess & { id: string }): Promise<void> {
  const { id, kind, at, userId, escrowId, subject, place } = access
  const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)
  await db.$executeRaw`
    insert into "access_record"
      ("id", "kind", "hour", "userId", "escrowId", "subject", "place", "firstAt", "lastAt")
    values (${id}::uuid, ${kind}, ${hour}, ${userId}::uuid, ${escrowId}::uuid, ${subject}, ${place}, ${at}, ${at})
    on conflict ("hour", "kind", "userId", "escrowId", "subject", "place")
    do update set "count" = "access_record"."count" + 1, "lastAt" = excluded."lastAt"`
}

/** Null where everybody, everything or any time is meant. */
export type AccessFilter = {
  userId: string | null
  escrowId: string | null
  place: string | null
  kind: AccessKind | null
  /** What was done at this moment or later. */
  from: Date | null
  /** What was first done before this moment. */
  before: Date | null
}

/** The last row of the page before. */
export type AccessPlace = { firstAt: Date; id: string }

/** Newest first, by when it was first done: what goes on meanwhile moves no row to another page. */
export async function findAccess(
  db: Database,
  { filter, after, take }: { filter: AccessFilter; after: AccessPlace | null; take: number },
) {
  const { userId, escrowId, place, kind, from, before } = filter
  return db.accessRecord.findMany({
    where: {
      ...(userId !== null && { userId }),
      ...(escrowId !== null && { escrowId }),
      ...(place !== null && { place }),
      ...(kind !== null && { kind }),
      ...(from && { lastAt: { gte: from } }),
      AND: [
        before ? { firstAt: { lt: before } } : {},
        after
          ? {
              // The plain bound is what an index can begin at.
              firstAt: { lte: after.firstAt },
              OR: [{ firstAt: { lt: after.firstAt } }, { firstAt: after.firstAt, id: { lt: after.id } }],
            }
          : {},
      ],
    },
    orderBy: [{ firstAt: 'desc' }, { id: 'desc' }],
    take,
    select: {
      id: true,
      kind: true,
      subject: true,
      place: true,
      count: true,
      firstAt: true,
      lastAt: true,
      user: { select: { email: true } },
      escrow: { select: { transactionId: true } },
    },
  })
}

export async function deleteOldAccess(db: Database, before: Date): Promise<number> {
  const where = { hour: { lt: before } }
  return inSlices(async (limit) => (await db.accessRecord.deleteMany({ where, limit })).count)
}
