/** The queue of payouts of a ledger: what is on its way, what is next, and what the others wait for. */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import type { Network } from '#app/kernel/domain/assets.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import type { WaitsFor } from '#app/kernel/domain/payout-state.ts'
import type { PayoutLease } from './payout-lease.server.ts'
import { PAYOUT, type Payer, type StoredPayout, toPayout } from './payouts.server.ts'

/** Reasons that a round may find gone, and then says another one of. */
const PASSING = ['turn', 'stopped', 'ledger', 'history', 'fees', 'signer', 'no_key'] satisfies WaitsFor[]

/** Payouts with an envelope that could pay, the oldest first. There are never more than lanes. */
export async function findLivePayouts(db: Database, { network, paidFrom }: Payer): Promise<StoredPayout[]> {
  const rows = await db.transfer.findMany({
    where: { network, paidFrom, state: { in: ['signed', 'submitted'] } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: PAYOUT,
  })
  return rows.map(toPayout)
}

/**
 * The next payouts in their order: by when each may be tried, which for one that nobody has tried in vain is since it is owed. So
 * none holds up those behind it, however often it is tried (docs/decisions/097).
 */
export async function findDuePayouts(db: Database, due: Payer & { take: number; now: Date }): Promise<StoredPayout[]> {
  const { network, paidFrom, take, now } = due
  // In the words of the index of the queue.
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

/** When the next one is tried again that has failed by itself; null: none has. */
export async function findNextTry(
  db: Database,
  { network, now }: { network: Network; now: Date },
): Promise<Date | null> {
  const [row] = await db.$queryRaw<{ at: Date | null }[]>`
    select min("nextTryAt") as "at" from "transfer"
    where "network" = ${network}::"Network" and "state" = 'queued' and "heldAt" is null and "failures" > 0 and "nextTryAt" > ${now}`
  return row?.at ?? null
}

/** Blocked ones whose wallet may have been mended since `before`. Not those that only a person may start again. */
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
export type Waiting = { waitsFor: WaitsFor; feeAsked?: Decimal | null }

/**
 * Says what payouts wait for that are still in the queue, and when they are tried again, where that is not in their order. Not of one that somebody's decision has woken since it was read:
 * what was found before the decision may be true no more, and would not be looked at again for a while.
 */
export async function noteWaiting(
  db: Database,
  waiting: { payouts: readonly Pick<StoredPayout, 'id' | 'wakes'>[]; at: Date; nextTryAt?: Date | null } & Waiting,
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
 * A payout has failed by itself, once more: it is tried again at `nextTryAt`, and only then. Not of one that was woken, or has
 * moved, since; and nothing is written when the lease has ended.
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

/**
 * Says of every other queued payout of the account that is not known to wait for something of its own what it waits for. One that has
 * failed, or is not to be tried yet, keeps its own reason.
 */
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

/** How many are in the queue, blocked and held ones aside; `most` when there are more, which are not counted. */
export async function countQueuedPayouts(db: Database, queued: Payer & { most: number }): Promise<number> {
  const { network, paidFrom, most } = queued
  const rows = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as "count" from (
      select 1 from "transfer"
      where "network" = ${network}::"Network" and "paidFrom" = ${paidFrom} and "state" = 'queued' and "heldAt" is null limit ${most}
    ) as "few"`
  return rows[0]?.count ?? 0
}

/** Ledgers on which a payout is not finished. */
export async function findNetworksWithPayouts(tx: Transaction): Promise<Network[]> {
  const rows = await tx.$queryRaw<{ network: Network }[]>`
    select "network" from unnest(enum_range(null::"Network")) as one ("network") where exists (
      select 1 from "transfer" where "transfer"."network" = one."network" and "state" <> 'confirmed' and "lockId" is null
    )`
  return rows.map(({ network }) => network)
}

/** Are payouts on the ledger stopped, by whatever cause? */
export async function arePayoutsStopped(db: Database, network: Network): Promise<boolean> {
  return (await db.payoutStop.findFirst({ where: { network, endedAt: null }, select: { id: true } })) !== null
}
