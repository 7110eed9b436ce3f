/** The escrows of a person, page by page, however many there are. */
import { Prisma } from '#app/db/generated/client.ts'
import type { Database } from '#app/db/kernel/client.server.ts'
import type { Slice } from '#app/domain/kernel/paging/list-place.ts'
import { ESCROW, type StoredEscrow, toEscrow } from './escrows.server.ts'

/** Escrows that a person is a party to, from a place on: the newest first, or, on the way back, the oldest of those before it. */
export async function findEscrowsOf(db: Database, { userId, ...slice }: Slice & { userId: string }) {
  return loadInOrder(db, await findIds(db, { userId, slice, only: Prisma.empty }))
}

/**
 * The newest that may wait for somebody: not over, or over and with money that is owed back or on its way. Some of them want
 * nothing all the same: whoever reads them asks the rules.
 */
export async function findOpenEscrowsOf(db: Database, { userId, take }: { userId: string; take: number }) {
  const only = Prisma.sql`
    and ("releasedAt" is null or "receivedAmount" > "amount") and ("cancelledAt" is null or "receivedAmount" > 0)`
  const [open, leaving] = await Promise.all([
    findIds(db, { userId, slice: { place: null, take }, only }),
    findIdsWithPayouts(db, { userId, take }),
  ])
  const escrows = await loadInOrder(db, [...new Set([...open, ...leaving])])
  return escrows
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (b.id < a.id ? -1 : 1))
    .slice(0, take)
}

/** Of a decision that splits the money one part may be paid while the other waits for a wallet. */
async function findIdsWithPayouts(db: Database, { userId, take }: { userId: string; take: number }): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select distinct e."id"::text as "id" from "escrow" e join "payout" p on p."escrowId" = e."id"
    where (e."buyerId" = ${userId}::uuid or e."sellerId" = ${userId}::uuid) and p."state" <> 'confirmed' limit ${take}`
  return rows.map(({ id }) => id)
}

/** Asked for each side apart, so that an index has each in its order. Nobody is both sides of one escrow (check). */
async function findIds(
  db: Database,
  { userId, slice, only }: { userId: string; slice: Slice; only: Prisma.Sql },
): Promise<string[]> {
  const { place, take } = slice
  const isBack = place?.way === 'previous'
  const bound = place && Prisma.sql`(${place.row.at}::timestamptz, ${place.row.id}::uuid)`
  const beyond = isBack ? Prisma.raw('>') : Prisma.raw('<')
  const from = bound ? Prisma.sql`and ("createdAt", "id") ${beyond} ${bound}` : Prisma.empty
  const order = isBack ? Prisma.sql`"createdAt" asc, "id" asc` : Prisma.sql`"createdAt" desc, "id" desc`
  const rows = await db.$queryRaw<{ ref: string }[]>`
    select own."id"::text as "ref" from (
      (select "id", "createdAt" from "escrow" where "buyerId" = ${userId}::uuid ${only} ${from} order by ${order} limit ${take})
      union all
      (select "id", "createdAt" from "escrow" where "sellerId" = ${userId}::uuid ${only} ${from} order by ${order} limit ${take})
    ) as own order by ${order} limit ${take}`
  return rows.map(({ ref }) => ref)
}

async function loadInOrder(db: Database, ids: string[]): Promise<StoredEscrow[]> {
  if (ids.length === 0) return []
  const rows = await db.escrow.findMany({ where: { id: { in: ids } }, select: ESCROW })
  const byId = new Map(rows.map((row) => [row.id, toEscrow(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
