/** The queue of payouts of a ledger: those under way, the next ones, and what the others wait for. */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import type { Network } from '#app/kernel/domain/assets.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import type { WaitsFor } from '#app/kernel/domain/payout-state.ts'
import type { PayoutLease } from './payout-lease.server.ts'
import { PAYOUT, type Payer, type StoredPayout, toPayout } from './payouts.server.ts'

/** Reasons that may be gone in the next round, which then replaces them. */
const PASSING = ['turn', 'stopped', 'ledger', 'history', 'fees', 'signer', 'no_key'] satisfies WaitsFor[]

/** Payouts with an envelope that could still pay, oldest first. Their number is bounded by channels and tickets. */
export async function findLivePayouts(db: Database, { network, paidFrom }: Payer): Promise<StoredPayout[]> {
  const rows = await db.transfer.findMany({
    where: { network, paidFrom, state: { in: ['signed', 'submitted'] } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: PAYOUT,
  })
  return rows.map(toPayout)
}

/**
 * The next payouts, by when each may be tried; before its first failure that is since it is owed. So a payout does not
 * delay those behind it, however often it fails (docs/decisions/140).
 */
export async function findDuePayouts(db: Database, due: Payer & { take: number; now: Date }): Promise<StoredPayout[]> {
  const { network, paidFrom, take, now } = due
  // Matches the predicate of the queue's partial index.
  const found = await db.$queryRaw<{ id: string }[]>`
    select "id"::text as "id" from "transfer"
    where "network" = ${network}::"Network" and "paidFrom" = ${paidFrom} and "state" = 'queued' and "heldAt" is null
      and ("nextTryAt" is null or "nextTryAt" <= ${now})
    order by coalesce("nextTryAt", "createdAt"), "createdAt", "id" limit ${take}`
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await db.transfer.findMany({ where: { id: { in: ids }, state: 'queued', heldAt: null }, select: PAYOUT })
  return rows.map(toPayout).toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** When the next payout that failed by itself is retried. Null: none has failed. */
export async function findNextTry(
  db: Database,
  { network, now }: { network: Network; now: Date },
): Promise<Date | null> {
  const [row] = await db.$queryRaw<{ at: Date | null }[]>`
    select min("nextTryAt") as "at" from "transfer"
    where "network" = ${network}::"Network" and "state" = 'queued' and "heldAt" is null and "failures" > 0 and "nextTryAt" > ${now}`
  return row?.at ?? null
}

/** Blocked ones whose wallet may have been fixed since `before`, without those that only an operator may restart. */
export async function findBlockedPayouts(
  db: Database,
  blocked: Payer & { take: number; before: Date },
): Promise<StoredPayout[]> {
  return findInOrder(db, blocked.take, {
    network: blocked.network,
    paidFrom: blocked.paidFrom,
    heldAt: null,
    state: 'blocked',
    blockedReason: { not: 'payout_failed' },
    updatedAt: { lt: blocked.before },
  })
}

async function findInOrder(db: Database, take: number, where: Prisma.TransferWhereInput): Promise<StoredPayout[]> {
  if (take <= 0) return []
  const rows = await db.transfer.findMany({
    where,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take,
    select: PAYOUT,
  })
  return rows.map(toPayout)
}

/** `feeAsked`: what the network asks for, where they wait for fees. */
export type DueWaiting = { waitsFor: WaitsFor; feeAsked?: Decimal | null }

/**
 * Stores what queued payouts wait for, and when they are retried if out of order. Skips one that a decision has woken
 * since it was read: an older finding may be wrong, and would delay the next check.
 */
export async function noteWaiting(
  db: Database,
  waiting: { payouts: readonly Pick<StoredPayout, 'id' | 'wakes'>[]; at: Date; nextTryAt?: Date | null } & DueWaiting,
): Promise<void> {
  if (waiting.payouts.length === 0) return
  const feeAsked = waiting.feeAsked ? plain(waiting.feeAsked) : null
  const ids = waiting.payouts.map(({ id }) => id)
  const wakes = waiting.payouts.map((payout) => payout.wakes)
  await db.$executeRaw`
    update "transfer" p set
      "waitsFor" = ${waiting.waitsFor}, "feeAsked" = ${feeAsked}::numeric, "updatedAt" = ${waiting.at},
      "nextTryAt" = coalesce(${waiting.nextTryAt ?? null}, p."nextTryAt")
    from unnest(${ids}::uuid[], ${wakes}::int[]) as read ("id", "wakes")
    where p."id" = read."id" and p."wakes" = read."wakes" and p."state" in ('queued', 'blocked')`
}

/**
 * Stores that a payout failed by itself once more; it is retried at `nextTryAt`. Skips one that was woken or moved
 * since, and writes nothing when the lease has ended.
 */
export async function noteFailed(
  db: Database,
  failed: {
    payout: Pick<StoredPayout, 'id' | 'wakes'>
    waitsFor: WaitsFor
    failures: number
    nextTryAt: Date
    lease: PayoutLease
    at: Date
  },
): Promise<void> {
  const { payout, waitsFor, failures, nextTryAt, lease, at } = failed
  await db.$executeRaw`
    update "transfer" p set
      "waitsFor" = ${waitsFor}, "feeAsked" = null, "failures" = ${failures}, "nextTryAt" = ${nextTryAt}, "updatedAt" = ${at}
    where p."id" = ${payout.id}::uuid and p."wakes" = ${payout.wakes} and p."state" = 'queued'
      and exists (select 1 from "payout_lease" l
        where l."network" = p."network" and l."epoch" = ${lease.epoch} and l."until" > clock_timestamp())`
}

/** Stores what the account's other queued payouts wait for. Skips those with a reason or time of their own. */
export async function noteWaitingOfOthers(
  db: Database,
  waiting: Payer & { waitsFor: WaitsFor; except: readonly string[]; at: Date },
): Promise<void> {
  await db.transfer.updateMany({
    where: {
      network: waiting.network,
      paidFrom: waiting.paidFrom,
      id: { notIn: [...waiting.except] },
      state: 'queued',
      failures: 0,
      AND: [
        { OR: [{ waitsFor: null }, { waitsFor: { in: PASSING.filter((reason) => reason !== waiting.waitsFor) } }] },
        { OR: [{ nextTryAt: null }, { nextTryAt: { lte: waiting.at } }] },
      ],
    },
    data: { waitsFor: waiting.waitsFor, feeAsked: null },
  })
}

/** How many are in the queue, without blocked and paused ones; `most` when there are more. */
export async function countQueuedPayouts(db: Database, queued: Payer & { most: number }): Promise<number> {
  const { network, paidFrom, most } = queued
  const rows = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as "count" from (
      select 1 from "transfer"
      where "network" = ${network}::"Network" and "paidFrom" = ${paidFrom} and "state" = 'queued' and "heldAt" is null limit ${most}
    ) as "few"`
  return rows[0]?.count ?? 0
}

/** Ledgers with a payout that is not confirmed. */
export async function findNetworksWithPayouts(tx: Transaction): Promise<Network[]> {
  const rows = await tx.$queryRaw<{ network: Network }[]>`
    select "network" from unnest(enum_range(null::"Network")) as one ("network") where exists (
      select 1 from "transfer" where "transfer"."network" = one."network" and "state" <> 'confirmed' and "lockId" is null
    )`
  return rows.map(({ network }) => network)
}

/** True when payouts on the ledger are stopped, by any cause. */
export async function arePayoutsStopped(db: Database, network: Network): Promise<boolean> {
  return (await db.payoutStop.findFirst({ where: { network, endedAt: null }, select: { id: true } })) !== null
}
