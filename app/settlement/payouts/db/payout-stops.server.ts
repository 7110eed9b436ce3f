/** Stops of payouts: nothing is signed on a ledger while one is open (trigger `may_be_signed`). */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { Prisma } from '#app/kernel/db/generated/client.ts'
import type { Network } from '#app/kernel/domain/assets.ts'

const STOP = {
  id: true,
  network: true,
  cause: true,
  reason: true,
  beganAt: true,
  beganBy: { select: { name: true } },
} satisfies Prisma.PayoutStopSelect

export type OpenStop = Prisma.PayoutStopGetPayload<{ select: typeof STOP }>

/** Oldest first. */
export async function findOpenStops(db: Database | Transaction): Promise<OpenStop[]> {
  return db.payoutStop.findMany({
    where: { endedAt: null },
    orderBy: [{ beganAt: 'asc' }, { id: 'asc' }],
    select: STOP,
  })
}

/** Newest first. */
export async function findEndedStops(db: Database, limit: number) {
  return db.payoutStop.findMany({
    where: { endedAt: { not: null } },
    orderBy: [{ endedAt: 'desc' }, { id: 'desc' }],
    take: limit,
    select: { ...STOP, endedAt: true, endReason: true, endedBy: { select: { name: true } } },
  })
}

/**
 * The operator's switch. False: it is on already for this ledger; of two concurrent calls the second waits and changes
 * nothing. Waits for signatures being stored; none is stored after the commit.
 */
export async function beginSwitchStop(
  tx: Transaction,
  stop: { network: Network; reason: string; by: string; at: Date },
): Promise<boolean> {
  const { network, reason, by: beganById, at: beganAt } = stop
  const { count } = await tx.payoutStop.createMany({
    data: [{ network, cause: 'switch', reason, beganById, beganAt }],
    skipDuplicates: true,
  })
  return count === 1
}

/** Compare-and-set: returns the stop that this call ended. Null: it has ended already, or has another cause. */
export async function endStop(
  tx: Transaction,
  end: { id: string; causes: readonly ('switch' | 'books')[]; reason: string; by: string; at: Date },
): Promise<{ network: Network; cause: string; reason: string } | null> {
  const [ended] = await tx.payoutStop.updateManyAndReturn({
    where: { id: end.id, endedAt: null, cause: { in: [...end.causes] } },
    data: { endedAt: end.at, endedById: end.by, endReason: end.reason },
    select: { network: true, cause: true, reason: true },
  })
  return ended ?? null
}

/** Shows at once on every page that queued payouts are stopped, as the worker would note later. Other reasons stay. */
export async function markStopped(tx: Transaction, networks: readonly Network[]): Promise<void> {
  await tx.$executeRaw`
    update "transfer" set "waitsFor" = 'stopped'
    where "state" = 'queued' and ("waitsFor" is null or "waitsFor" = 'turn')
      and "network"::text in (${Prisma.join([...networks])})
      and exists (select 1 from "payout_stop" s where s."network" = "transfer"."network" and s."endedAt" is null)`
}

/** The reverse, on ledgers without an open stop. */
export async function markResumed(tx: Transaction, networks: readonly Network[]): Promise<void> {
  await tx.$executeRaw`
    update "transfer" set "waitsFor" = 'turn'
    where "state" = 'queued' and "waitsFor" = 'stopped'
      and "network"::text in (${Prisma.join([...networks])})
      and not exists (select 1 from "payout_stop" s where s."network" = "transfer"."network" and s."endedAt" is null)`
}

/** Operators may stop payouts, and are notified of trouble. */
export async function findOperators(db: Database | Transaction): Promise<{ id: string; email: string }[]> {
  // A literal matches the partial index; Prisma would send a parameter, and the query would read every user.
  return db.$queryRaw<{ id: string; email: string }[]>`
    select "id"::text as "id", "email" from "user" where "role" = 'admin' order by "createdAt"`
}
