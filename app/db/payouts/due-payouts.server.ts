/** The queue of payouts of a ledger: what is on its way, what is next, and what the others wait for. */
import type { Prisma } from '#app/db/generated/client.ts'
import type { Database, Transaction } from '#app/db/kernel/client.server.ts'
import type { Network } from '#app/domain/kernel/assets.ts'
import { type Decimal, plain } from '#app/domain/kernel/money.ts'
import type { WaitsFor } from '#app/domain/kernel/payout-state.ts'
import { PAYOUT, type Payer, type StoredPayout, toPayout } from './payouts.server.ts'

/** Reasons that the next round may find gone; the others are looked at from time to time. */
const PASSING = ['turn', 'stopped', 'ledger', 'history', 'fees', 'signer', 'no_key'] satisfies WaitsFor[]

/** Payouts with an envelope that could pay, the oldest first. There are never more than lanes. */
export async function findLivePayouts(db: Database, { network, paidFrom }: Payer): Promise<StoredPayout[]> {
  const rows = await db.payout.findMany({
    where: { network, paidFrom, state: { in: ['signed', 'submitted'] } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: PAYOUT,
  })
  return rows.map(toPayout)
}

/**
 * The next payouts in their order. One that waits for our own money or for a person is looked at again when nobody did since
 * `before`, so that it holds up nobody behind it.
 */
export async function findDuePayouts(
  db: Database,
  due: Payer & { take: number; before: Date },
): Promise<StoredPayout[]> {
  return findInOrder(db, due.take, {
    network: due.network,
    paidFrom: due.paidFrom,
    heldAt: null,
    state: 'queued',
    OR: [{ waitsFor: null }, { waitsFor: { in: PASSING } }, { updatedAt: { lt: due.before } }],
  })
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

async function findInOrder(db: Database, take: number, where: Prisma.PayoutWhereInput): Promise<StoredPayout[]> {
  if (take <= 0) return []
  const rows = await db.payout.findMany({ where, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], take, select: PAYOUT })
  return rows.map(toPayout)
}

/** `feeAsked`: what the network asks for, where they wait for fees. */
export type Waiting = { waitsFor: WaitsFor; feeAsked?: Decimal | null }

/**
 * Says what payouts wait for that are still in the queue. Not of one that somebody's decision has woken since it was read:
 * what was found before the decision may be true no more, and would not be looked at again for a while.
 */
export async function noteWaiting(
  db: Database,
  waiting: { payouts: readonly Pick<StoredPayout, 'id' | 'wakes'>[]; at: Date } & Waiting,
): Promise<void> {
  if (waiting.payouts.length === 0) return
  const feeAsked = waiting.feeAsked ? plain(waiting.feeAsked) : null
  const ids = waiting.payouts.map(({ id }) => id)
  const wakes = waiting.payouts.map((payout) => payout.wakes)
  await db.$executeRaw`
    update "payout" p set
      "waitsFor" = ${waiting.waitsFor}, "feeAsked" = ${feeAsked}::numeric, "updatedAt" = ${waiting.at}
    from unnest(${ids}::uuid[], ${wakes}::int[]) as read ("id", "wakes")
    where p."id" = read."id" and p."wakes" = read."wakes" and p."state" in ('queued', 'blocked')`
}

/** Says of every other queued payout of the account that is not known to wait for something of its own what it waits for. */
export async function noteWaitingOfOthers(
  db: Database,
  waiting: Payer & { waitsFor: WaitsFor; except: readonly string[] },
): Promise<void> {
  await db.payout.updateMany({
    where: {
      network: waiting.network,
      paidFrom: waiting.paidFrom,
      id: { notIn: [...waiting.except] },
      state: 'queued',
      OR: [{ waitsFor: null }, { waitsFor: { in: PASSING.filter((reason) => reason !== waiting.waitsFor) } }],
    },
    data: { waitsFor: waiting.waitsFor, feeAsked: null },
  })
}

/** How many are in the queue, blocked and held ones aside; `most` when there are more, which are not counted. */
export async function countQueuedPayouts(db: Database, queued: Payer & { most: number }): Promise<number> {
  const { network, paidFrom, most } = queued
  const rows = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as "count" from (
      select 1 from "payout"
      where "network" = ${network}::"Network" and "paidFrom" = ${paidFrom} and "state" = 'queued' and "heldAt" is null limit ${most}
    ) as "few"`
  return rows[0]?.count ?? 0
}

/** Ledgers on which a payout is not finished. */
export async function findNetworksWithPayouts(tx: Transaction): Promise<Network[]> {
  const rows = await tx.$queryRaw<{ network: Network }[]>`
    select "network" from unnest(enum_range(null::"Network")) as one ("network") where exists (
      select 1 from "payout" where "payout"."network" = one."network" and "state" <> 'confirmed'
    )`
  return rows.map(({ network }) => network)
}

/** Are payouts on the ledger stopped, by whatever cause? */
export async function arePayoutsStopped(db: Database, network: Network): Promise<boolean> {
  return (await db.payoutStop.findFirst({ where: { network, endedAt: null }, select: { id: true } })) !== null
}
