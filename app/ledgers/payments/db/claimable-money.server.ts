/** What lies on a ledger for an account of ours until it is claimed: one row for each, kept for good. */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimal } from '#app/kernel/db/decimal.server.ts'
import { Prisma } from '#app/kernel/db/generated/client.ts'
import type { Network } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import type { FoundClaimable } from '#app/ledgers/claimable.ts'
import { referenceIn } from '#app/ledgers/payments/domain/arrival.ts'
import { CLAIMABLE_KINDS, MOST_CLAIMS } from '#app/ledgers/payments/domain/claimable.ts'
import type { ReadAccount } from './readings.server.ts'

const CLAIMABLE = {
  id: true,
  network: true,
  account: true,
  kind: true,
  ledgerId: true,
  hash: true,
  maker: true,
  asset: true,
  amount: true,
  memo: true,
  sequence: true,
  needsSecret: true,
  claimableFrom: true,
  claimableUntil: true,
  foundAt: true,
  claims: true,
} satisfies Prisma.ClaimableMoneySelect

export type StoredClaimable = FoundClaimable & {
  id: string
  network: Network
  account: string
  foundAt: Date
  claims: number
}

/** The column's check lets no other kind in. */
function toClaimable(row: Prisma.ClaimableMoneyGetPayload<{ select: typeof CLAIMABLE }>): StoredClaimable {
  const kind = CLAIMABLE_KINDS.find((known) => known === row.kind)
  if (kind === undefined) throw new Error(`claimable money ${row.id} is of no known kind`)
  return { ...row, kind, amount: toDecimal(row.amount) }
}

export async function findClaimableCursor(db: Database | Transaction, of: ReadAccount): Promise<string | null> {
  const row = await db.claimableCursor.findUnique({ where: { network_account: of }, select: { cursor: true } })
  return row?.cursor ?? null
}

/** Compare-and-set. False: somebody else has moved it. */
export async function moveClaimableCursor(
  tx: Transaction,
  { network, account, from, to, now }: ReadAccount & { from: string | null; to: string; now: Date },
): Promise<boolean> {
  const at = { network, account }
  if (from === null) {
    const made = await tx.claimableCursor.createMany({
      data: [{ ...at, cursor: to, readAt: now }],
      skipDuplicates: true,
    })
    return made.count === 1
  }
  const moved = await tx.claimableCursor.updateMany({
    where: { ...at, cursor: from },
    data: { cursor: to, readAt: now },
  })
  return moved.count === 1
}

/** Each once; one that is known already stays as it is. */
export async function insertClaimables(
  tx: Transaction,
  {
    network,
    account,
    found,
    newId,
    now,
  }: ReadAccount & { found: readonly FoundClaimable[]; newId: () => string; now: Date },
): Promise<void> {
  const data = found.map((claimable) => ({
    ...claimable,
    id: newId(),
    network,
    account,
    amount: plain(claimable.amount),
    reference: referenceIn(claimable.memo),
    foundAt: now,
    nextClaimAt: later(claimable.claimableFrom, now),
    nextLookAt: now,
  }))
  if (data.length > 0) await tx.claimableMoney.createMany({ data, skipDuplicates: true })
}

function later(from: Date | null, now: Date): Date {
  return from !== null && from > now ? from : now
}

/** Those of an account to be looked for on the ledger, which are looked for next at `again`. */
export async function takeClaimables(
  db: Database,
  { network, account, now, again, take }: ReadAccount & { now: Date; again: Date; take: number },
): Promise<StoredClaimable[]> {
  const rows = await db.$queryRaw<{ id: string }[]>(Prisma.sql`
    update "claimable_money" set "nextLookAt" = ${again}
    where "id" in (select "id" from "claimable_money"
      where "network" = ${network}::"Network" and "account" = ${account} and "endedAt" is null and "nextLookAt" <= ${now}
      order by "nextLookAt", "id" limit ${take} for update skip locked)
    returning "id"::text as "id"`)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  return (await db.claimableMoney.findMany({ where: { id: { in: ids } }, select: CLAIMABLE })).map(toClaimable)
}

/** The account's next one whose time for a claim has come; null: there is none. */
export async function findNextClaim(
  db: Database | Transaction,
  { network, account, now, until }: ReadAccount & { now: Date; until: Date },
): Promise<StoredClaimable | null> {
  const row = await db.claimableMoney.findFirst({
    where: {
      network,
      account,
      endedAt: null,
      needsSecret: false,
      claims: { lt: MOST_CLAIMS },
      nextClaimAt: { lte: now },
      OR: [{ claimableUntil: null }, { claimableUntil: { gt: until } }],
    },
    // What was refused comes last, and checks after escrows: behind a check there need be no money.
    orderBy: [{ claims: 'asc' }, { kind: 'desc' }, { nextClaimAt: 'asc' }, { id: 'asc' }],
    select: CLAIMABLE,
  })
  return row && toClaimable(row)
}

/** A claim of it is being sent, or was refused by the ledger; the next one would be at `nextClaimAt`. */
export async function noteClaim(
  tx: Transaction,
  { id, nextClaimAt, wasRefused = false }: { id: string; nextClaimAt: Date; wasRefused?: boolean },
): Promise<void> {
  await tx.claimableMoney.update({
    where: { id },
    data: { nextClaimAt, ...(wasRefused && { claims: { increment: 1 } }) },
    select: { id: true },
  })
}

export async function findClaimable(db: Database | Transaction, id: string): Promise<StoredClaimable> {
  return toClaimable(await db.claimableMoney.findUniqueOrThrow({ where: { id }, select: CLAIMABLE }))
}

/** It lies there no more, and nobody knows yet whether it came to us. */
export async function endClaimable(tx: Transaction, { id, at }: { id: string; at: Date }): Promise<void> {
  await tx.claimableMoney.updateMany({ where: { id, endedAt: null }, data: { endedAt: at } })
}

export type Taken = { network: Network; account: string; ledgerId: string; by: string }

/** They have come to us by these transactions. Answers with the hashes of those that made them. */
export async function noteTaken(
  tx: Transaction,
  { taken, at }: { taken: readonly Taken[]; at: Date },
): Promise<string[]> {
  const made: string[] = []
  for (const { network, account, ledgerId, by } of taken) {
    const where = { network, account, ledgerId, takenBy: null }
    const rows = await tx.claimableMoney.findMany({ where, select: { id: true, hash: true, endedAt: true } })
    for (const { id, hash, endedAt } of rows) {
      await tx.claimableMoney.update({
        where: { id },
        data: { takenBy: by, endedAt: endedAt ?? at },
        select: { id: true },
      })
      made.push(hash)
    }
  }
  return made
}

/** What a transaction made for us: what still lies there, and by what the others came. */
export async function findMadeBy(
  db: Database | Transaction,
  { network, hash }: { network: Network; hash: string },
): Promise<{ isOpen: boolean; takenBy: string | null }[]> {
  const rows = await db.claimableMoney.findMany({
    where: { network, hash },
    orderBy: { id: 'asc' },
    select: { endedAt: true, takenBy: true },
  })
  return rows.map(({ endedAt, takenBy }) => ({ isOpen: endedAt === null, takenBy }))
}

/** `hasKey`: a worker of ours can claim it. */
export type LyingClaimable = StoredClaimable & { hasKey: boolean }

/** What lies on a ledger for one reference, the newest first; so many at most. */
export async function findClaimablesFor(
  db: Database,
  { reference, take, now }: { reference: number; take: number; now: Date },
): Promise<LyingClaimable[]> {
  return findLying(db, { where: { reference, endedAt: null }, take, now })
}

/** All that lies on the ledgers for us, the newest first, and how many there are. */
export async function findAllClaimables(
  db: Database,
  { take, now }: { take: number; now: Date },
): Promise<{ shown: LyingClaimable[]; count: number }> {
  const where = { endedAt: null }
  const [shown, count] = await Promise.all([findLying(db, { where, take, now }), db.claimableMoney.count({ where })])
  return { shown, count }
}

/** A worker says each minute for which accounts of fees it has the keys; that of the escrows it always has. */
const KEY_SEEN_MS = 86_400_000

async function findLying(
  db: Database,
  { where, take, now }: { where: Prisma.ClaimableMoneyWhereInput; take: number; now: Date },
): Promise<LyingClaimable[]> {
  const orderBy: Prisma.ClaimableMoneyOrderByWithRelationInput[] = [{ foundAt: 'desc' }, { id: 'desc' }]
  const rows = await db.claimableMoney.findMany({ where, orderBy, take, select: CLAIMABLE })
  if (rows.length === 0) return []
  const address = { in: rows.map(({ account }) => account) }
  const seenAt = { gte: new Date(now.getTime() - KEY_SEEN_MS) }
  const [ofFees, ofEscrows] = await Promise.all([
    db.payingAccount.findMany({ where: { account: address, seenAt }, select: { account: true } }),
    db.platformAccount.findMany({ where: { address, purpose: 'escrow', endedAt: null }, select: { address: true } }),
  ])
  const keys = new Set([...ofFees.map(({ account }) => account), ...ofEscrows.map(({ address: of }) => of)])
  return rows.map((row) => ({ ...toClaimable(row), hasKey: keys.has(row.account) }))
}
