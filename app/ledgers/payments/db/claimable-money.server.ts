/** What an account of ours can claim on a ledger: one row each, never deleted. */

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

/** The column's check constraint allows no other kind. */
function toClaimable(row: Prisma.ClaimableMoneyGetPayload<{ select: typeof CLAIMABLE }>): StoredClaimable {
  const kind = CLAIMABLE_KINDS.find((known) => known === row.kind)
  if (kind === undefined) throw new Error(`claimable money ${row.id} is of no known kind`)
  return { ...row, kind, amount: toDecimal(row.amount) }
}

export async function findClaimableCursor(db: Database | Transaction, of: ReadAccount): Promise<string | null> {
  const row = await db.claimableCursor.findUnique({ where: { network_account: of }, select: { cursor: true } })
  return row?.cursor ?? null
}

/** Compare-and-set. False: another reader has moved it. */
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

/** Idempotent: a known one stays as it is. */
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

/** Takes those of an account that are due to be checked on the ledger; the next check is at `again`. */
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

/** The account's next one that is due to be claimed; null: none. */
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
    // Refused ones last, and checks after escrows: a check need not be covered.
    orderBy: [{ claims: 'asc' }, { kind: 'desc' }, { nextClaimAt: 'asc' }, { id: 'asc' }],
    select: CLAIMABLE,
  })
  return row && toClaimable(row)
}

/** A claim is being sent, or was refused by the ledger; the next one is due at `nextClaimAt`. */
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

/** It no longer exists on the ledger; whether it came to us is not known yet. */
export async function endClaimable(tx: Transaction, { id, at }: { id: string; at: Date }): Promise<void> {
  await tx.claimableMoney.updateMany({ where: { id, endedAt: null }, data: { endedAt: at } })
}

export type Taken = { network: Network; account: string; ledgerId: string; by: string }

/** These transactions brought them to us. Returns the hashes of the transactions that had made them. */
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

/** What a transaction made for us: what is still open, and which transactions brought the others. */
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

/** `hasKey`: one of our workers can claim it. */
export type LyingClaimable = StoredClaimable & { hasKey: boolean }

/** Open ones for one reference, newest first, at most `take`. */
export async function findClaimablesFor(
  db: Database,
  { reference, take, now }: { reference: number; take: number; now: Date },
): Promise<LyingClaimable[]> {
  return findLying(db, { where: { reference, endedAt: null }, take, now })
}

/** All open ones, newest first, and how many there are. */
export async function findAllClaimables(
  db: Database,
  { take, now }: { take: number; now: Date },
): Promise<{ shown: LyingClaimable[]; count: number }> {
  const where = { endedAt: null }
  const [shown, count] = await Promise.all([findLying(db, { where, take, now }), db.claimableMoney.count({ where })])
  return { shown, count }
}

/** Each minute a worker reports for which fee accounts it has the keys; the key of the escrow account it always has. */
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
