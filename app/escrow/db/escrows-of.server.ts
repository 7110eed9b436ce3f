/** The escrows of a person, page by page. */

import type { Database } from '#app/kernel/db/client.server.ts'
import { Prisma } from '#app/kernel/db/generated/client.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { Slice } from '#app/kernel/domain/paging/list-place.ts'
import { ESCROW, type StoredEscrow, toEscrow } from './escrows.server.ts'

/** Filters on a person's escrows; null: no filter. */
export type Wanted = {
  find:
    | { as: 'id'; transactionId: string }
    | { as: 'hash'; hash: string }
    | { as: 'reference'; reference: number }
    | { as: 'text'; typed: string }
    | null
  state: 'open' | 'finished' | null
  asset: Asset | null
  from: Date | null
  before: Date | null
}

/** Escrows that a page has already read, by id, so that none is read twice. Filled by every further read. */
export type ReadEscrows = Map<string, StoredEscrow>

/** Returns a person's escrows from a place on, newest first; on the way back, the oldest of those before it. */
export async function findEscrowsOf(
  db: Database,
  { userId, wanted = null, read, ...slice }: Slice & { userId: string; wanted?: Wanted | null; read: ReadEscrows },
) {
  const only = (side: Side) => (wanted ? Prisma.join(conditionsOf(wanted, side), ' ') : Prisma.empty)
  return loadInOrder(db, { ids: await findIds(db, { userId, slice, only }), read })
}

type Side = 'buyer' | 'seller'

function conditionsOf({ find, state, asset, from, before }: Wanted, side: Side): Prisma.Sql[] {
  return [
    Prisma.sql`and true`,
    ...(find ? [foundBy(find, side)] : []),
    ...(asset ? [Prisma.sql`and "currency" = ${asset}::"Asset"`] : []),
    ...(from ? [Prisma.sql`and "createdAt" >= ${from}`] : []),
    ...(before ? [Prisma.sql`and "createdAt" < ${before}`] : []),
    ...(state === 'finished' ? [Prisma.sql`and ${IS_OVER}`] : []),
    ...(state === 'open' ? [Prisma.sql`and not ${IS_OVER}`] : []),
  ]
}

/**
 * The money is decided, and all that was to leave has left, or the on-chain escrow ended. A subquery per escrow: for a
 * plain exists PostgreSQL would list all payouts ever made.
 */
const IS_OVER = Prisma.sql`(
  ("releasedAt" is not null or "cancelledAt" is not null or coalesce((
    select true from "transfer" p where p."escrowId" = "escrow"."id" and p."state" = 'confirmed' and p."purpose" in ('release', 'refund') limit 1),
    (select true from "hold_lock" k where k."escrowId" = "escrow"."id" and k."counts" and k."end" is not null),
    false))
  and not exists (select 1 from "transfer" p where p."escrowId" = "escrow"."id" and p."lockId" is null and p."state" <> 'confirmed'))`

/** Compares stored values when an ID, reference or hash is known; else what the person reads on the page. */
function foundBy(find: NonNullable<Wanted['find']>, side: Side): Prisma.Sql {
  if (find.as === 'id') return Prisma.sql`and "transactionId" = ${find.transactionId}`
  if (find.as === 'reference') return Prisma.sql`and "reference" = ${find.reference}`
  if (find.as === 'hash') {
    const hashes = [find.hash.toLowerCase(), find.hash.toUpperCase()]
    return Prisma.sql`and ("realTxId" = any(${hashes})
      or exists (select 1 from "ledger_payment" l where l."escrowId" = "escrow"."id" and l."hash" = any(${hashes}))
      or exists (select 1 from "transfer" p where p."escrowId" = "escrow"."id" and p."settledHash" = any(${hashes}))
      or exists (select 1 from "hold_lock" k where k."escrowId" = "escrow"."id" and k."endHash" = any(${hashes})))`
  }
  const like = `%${find.typed.replaceAll(/[\\%_]/g, '\\$&')}%`
  // One value per escrow: for an “exists” on names PostgreSQL reads all people.
  const nameOf = (party: Prisma.Sql) =>
    Prisma.sql`(select o."name" from "user" o where o."id" = "escrow".${party}) ilike ${like}`
  const other =
    side === 'buyer'
      ? Prisma.sql`"sellerEmail" ilike ${like} or ${nameOf(Prisma.raw('"sellerId"'))}`
      : nameOf(Prisma.raw('"buyerId"'))
  return Prisma.sql`and ("notes" ilike ${like} or ${other})`
}

/**
 * Returns the newest escrows that may await somebody, and `first`, however old: open, or with money outstanding or on
 * its way. Some await nothing: the caller applies the rules.
 */
export async function findOpenEscrowsOf(
  db: Database,
  { userId, take, first, read }: { userId: string; take: number; first: readonly string[]; read: ReadEscrows },
) {
  const only = () => Prisma.sql`
    and ("releasedAt" is null or "receivedAmount" > "amount") and ("cancelledAt" is null or "receivedAmount" > 0)`
  const [open, leaving] = await Promise.all([
    findIds(db, { userId, slice: { place: null, take }, only }),
    findIdsWithPayouts(db, { userId, take }),
  ])
  const newest = (a: StoredEscrow, b: StoredEscrow) =>
    b.createdAt.getTime() - a.createdAt.getTime() || (b.id < a.id ? -1 : 1)
  const named = new Set(first)
  const others = [...new Set([...open, ...leaving])].filter((id) => !named.has(id))
  return [
    ...(await loadInOrder(db, { ids: [...named], read })),
    ...(await loadInOrder(db, { ids: others, read })).toSorted(newest).slice(0, Math.max(0, take - named.size)),
  ]
}

/** When a decision splits the money, one part may be paid while the other waits for a wallet. */
async function findIdsWithPayouts(db: Database, { userId, take }: { userId: string; take: number }): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select distinct e."id"::text as "id" from "escrow" e join "transfer" p on p."escrowId" = e."id"
    where (e."buyerId" = ${userId}::uuid or e."sellerId" = ${userId}::uuid) and p."lockId" is null and p."state" <> 'confirmed' limit ${take}`
  return rows.map(({ id }) => id)
}

/** Queries each side separately, so that an index orders each. Nobody is both sides of one escrow (check). */
async function findIds(
  db: Database,
  { userId, slice, only }: { userId: string; slice: Slice; only: (side: Side) => Prisma.Sql },
): Promise<string[]> {
  const { place, take } = slice
  const isBack = place?.way === 'previous'
  const bound = place && Prisma.sql`(${place.row.at}::timestamptz, ${place.row.id}::uuid)`
  const beyond = isBack ? Prisma.raw('>') : Prisma.raw('<')
  const from = bound ? Prisma.sql`and ("createdAt", "id") ${beyond} ${bound}` : Prisma.empty
  const order = isBack ? Prisma.sql`"createdAt" asc, "id" asc` : Prisma.sql`"createdAt" desc, "id" desc`
  const rows = await db.$queryRaw<{ ref: string }[]>`
    select own."id"::text as "ref" from (
      (select "id", "createdAt" from "escrow" where "buyerId" = ${userId}::uuid ${only('buyer')} ${from} order by ${order} limit ${take})
      union all
      (select "id", "createdAt" from "escrow" where "sellerId" = ${userId}::uuid ${only('seller')} ${from} order by ${order} limit ${take})
    ) as own order by ${order} limit ${take}`
  return rows.map(({ ref }) => ref)
}

async function loadInOrder(db: Database, { ids, read }: { ids: string[]; read: ReadEscrows }): Promise<StoredEscrow[]> {
  const missing = ids.filter((id) => !read.has(id))
  const rows = missing.length === 0 ? [] : await db.escrow.findMany({ where: { id: { in: missing } }, select: ESCROW })
  for (const row of rows) read.set(row.id, toEscrow(row))
  return ids.flatMap((id) => read.get(id) ?? [])
}
