/** Records who signed in, was refused or took a file. Repetitions within the hour are counted in one row. */

import { type AccessKind, mostRowsOf, OTHER_REFUSALS } from '#app/kernel/domain/records/access-kinds.ts'
import type { Database } from './client.server.ts'
import { inSlices } from './in-slices.ts'

export type NewAccess = {
  kind: AccessKind
  at: Date
  userId: string | null
  escrowId: string | null
  /** The page, file or form of a statement. */
  subject: string
  /** A range of client addresses; empty: addresses cannot be told apart. */
  place: string
}

const HOUR_MS = 3_600_000

/**
 * Counts the access in the row of its hour. When one place or the hour has its maximum of rows, refusals are counted in
 * one row without page and person: a loop adds no rows, the tries stay visible. Concurrent writes may add a few rows.
 */
export async function countAccess(db: Database, access: NewAccess & { id: string }): Promise<void> {
  const { id, kind, at, userId, escrowId, subject, place } = access
  const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)
  const row = { id, kind, hour, at, userId, escrowId, subject, place }
  const most = mostRowsOf(kind)
  if (most === null) return insertRow(db, row)
  if (await addToRow(db, row)) return
  const full = await fullOf(db, { kind, hour, place }, most)
  if (full === null) return insertRow(db, row)
  const rest = { userId: null, escrowId: null, subject: OTHER_REFUSALS, place: full === 'place' ? place : '' }
  return insertRow(db, { ...row, ...rest })
}

type Row = NewAccess & { id: string; hour: Date }

async function insertRow(db: Database, { id, kind, hour, at, userId, escrowId, subject, place }: Row): Promise<void> {
  await db.$executeRaw`
    insert into "access_record"
      ("id", "kind", "hour", "userId", "escrowId", "subject", "place", "firstAt", "lastAt")
    values (${id}::uuid, ${kind}, ${hour}, ${userId}::uuid, ${escrowId}::uuid, ${subject}, ${place}, ${at}, ${at})
    on conflict ("hour", "kind", "userId", "escrowId", "subject", "place")
    do update set "count" = "access_record"."count" + 1, "lastAt" = excluded."lastAt"`
}

/** False: no row exists yet. */
async function addToRow(db: Database, { kind, hour, at, userId, escrowId, subject, place }: Row): Promise<boolean> {
  const added = await db.$executeRaw`
    update "access_record" set "count" = "count" + 1, "lastAt" = ${at}
    where "hour" = ${hour} and "kind" = ${kind} and "userId" is not distinct from ${userId}::uuid
      and "escrowId" is not distinct from ${escrowId}::uuid and "subject" = ${subject} and "place" = ${place}`
  return added > 0
}

type Counted = { kind: AccessKind; hour: Date; place: string }

/** Returns which of the two has reached its maximum; reads no more rows than that. */
async function fullOf(
  db: Database,
  { kind, hour, place }: Counted,
  most: { fromOnePlace: number; altogether: number },
): Promise<'place' | 'hour' | null> {
  const [rows] = await db.$queryRaw<{ ofPlace: number; ofHour: number }[]>`
    select
      (select count(*)::int from (
        select 1 from "access_record"
        where "hour" = ${hour} and "kind" = ${kind} and "place" = ${place} and "firstAt" >= ${hour}
        limit ${most.fromOnePlace}) as here) as "ofPlace",
      (select count(*)::int from (
        select 1 from "access_record" where "hour" = ${hour} and "kind" = ${kind} limit ${most.altogether}) as kinds) as "ofHour"`
  if ((rows?.ofHour ?? 0) >= most.altogether) return 'hour'
  return (rows?.ofPlace ?? 0) >= most.fromOnePlace ? 'place' : null
}

/** Null: no restriction. */
export type AccessFilter = {
  userId: string | null
  escrowId: string | null
  place: string | null
  kind: AccessKind | null
  /** Last done at this moment or later. */
  from: Date | null
  /** First done before this moment. */
  before: Date | null
}

/** The last row of the previous page. */
export type AccessPlace = { firstAt: Date; id: string }

/** Newest first, by when it was first done: a later repetition moves no row to another page. */
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
              // An index scan can start at this plain bound.
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
