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

/** Those that have ended, newest first. */
export async function findEndedStops(db: Database, limit: number) {
  return db.payoutStop.findMany({
    where: { endedAt: { not: null } },
    orderBy: [{ endedAt: 'desc' }, { id: 'desc' }],
    take: limit,
    select: { ...STOP, endedAt: true, endReason: true, endedBy: { select: { name: true } } },
  })
}

/**
 * The operator's switch. False when it is thrown on this ledger already: of two at once the second waits for the first and
 * changes nothing. Waits for signatures that are just being stored; from the commit on none is.
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

/** Compare-and-set: the stop as it was if this call ended it, null when it has ended or is not one of these causes. */
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

/**
 * Says at once on every page what the worker would say at its next look: that queued payouts stand still, or wait for their
 * turn again. What waits for something else keeps its own reason.
 */
export async function markStopped(tx: Transaction, networks: readonly Network[]): Promise<void> {
  await tx.$executeRaw`
    update "transfer" set "waitsFor" = 'stopped'
    where "state" = 'queued' and ("waitsFor" is null or "waitsFor" = 'turn')
      and "network"::text in (${Prisma.join([...networks])})
      and exists (select 1 from "payout_stop" s where s."network" = "transfer"."network" and s."endedAt" is null)`
}

/** The other way round, on ledgers where no stop is open any more. */
export async function markResumed(tx: Transaction, networks: readonly Network[]): Promise<void> {
  await tx.$executeRaw`
    update "transfer" set "waitsFor" = 'turn'
    where "state" = 'queued' and "waitsFor" = 'stopped'
      and "network"::text in (${Prisma.join([...networks])})
      and not exists (select 1 from "payout_stop" s where s."network" = "transfer"."network" and s."endedAt" is null)`
}

/** Who may stop payouts, and is told of trouble. */
export async function findOperators(db: Database | Transaction): Promise<{ id: string; email: string }[]> {
  // The word stands in the statement, as their partial index has it: Prisma would send a parameter, and read everybody.
  return db.$queryRaw<{ id: string; email: string }[]>`
    select "id"::text as "id", "email" from "user" where "role" = 'admin' order by "createdAt"`
}
