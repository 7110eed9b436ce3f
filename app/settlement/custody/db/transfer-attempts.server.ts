/**
 * The ledger transactions that our keys signed: stored before they are sent, closed by what the ledger holds. Partial unique indexes and triggers
 * refuse a second one, what nobody wants, and what may not be signed (docs/decisions/140).
 */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import type { Network } from '#app/kernel/domain/assets.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import type { PaidFrom } from '#app/kernel/domain/payout-state.ts'
import type { SignedPayout } from '#app/ledgers/ledger.ts'

export const ATTEMPT = {
  id: true,
  purpose: true,
  agreementId: true,
  claimableId: true,
  network: true,
  hash: true,
  blob: true,
  source: true,
  sequence: true,
  validUntil: true,
  validFrom: true,
  createdAt: true,
} satisfies Prisma.TransferAttemptSelect

export type LiveAttempt = Prisma.TransferAttemptGetPayload<{ select: typeof ATTEMPT }>

/** What an account signs for itself, in no lane and one at a time: the making of lanes, and claims. */
export const WITHOUT_LANE = ['channels', 'tickets', 'claim'] as const

/** What the making of lanes is called on each ledger. */
export const MAKING_LANES = { stellar: 'channels', xrpl: 'tickets' } as const

/** What it is of. `funds`: what it gives to other accounts of ours, in the ledger's own asset: address → plain amount. */
export type AttemptOf =
  | { purpose: 'payout'; payoutId: string; laneKey: string }
  | { purpose: 'opening'; agreementId: string; laneKey: string }
  | { purpose: 'wrap' | 'finish' | 'cancel'; exitId: string; laneKey: string }
  | { purpose: 'channels' | 'tickets'; funds: Record<string, string> }
  | { purpose: 'claim'; claimableId: string }

/**
 * Stores a signed transaction before it is sent. Throws a unique-constraint error beside one that is live or settled for the same, or live in the
 * same lane; the error of a trigger when the lease has ended, payouts are stopped, or the record does not want it.
 */
export async function storeAttempt(
  tx: Transaction,
  attempt: AttemptOf & { signed: SignedPayout; leaseEpoch: bigint; now: Date },
): Promise<void> {
  const { signed, now: createdAt, ...of } = attempt
  const { network, hash, blob, source, sequence, validUntil, validFrom } = signed
  const data = { ...of, createdAt, network, hash, blob, source, sequence, validUntil, validFrom }
  await tx.transferAttempt.create({ data, select: { id: true } })
}

/** What the ledger said of it, as far as it is kept. */
type Closing = { kind: 'settled' | 'failed' | 'expired'; code?: string; feePaid?: Decimal }

/** Compare-and-set from 'live'; a closed attempt stays closed. */
export async function closeAttempt(
  tx: Transaction | Database,
  { id, outcome, at }: { id: string; outcome: Closing; at: Date },
): Promise<boolean> {
  const { kind: state, code, feePaid } = outcome
  const { count } = await tx.transferAttempt.updateMany({
    where: { id, state: 'live' },
    data: { state, code: code ?? null, feePaid: feePaid ? plain(feePaid) : null, closedAt: at },
  })
  return count === 1
}

/** Those on their way on a ledger, the oldest first. There are never more than lanes and ways out. */
export async function findLiveAttempts(
  db: Database,
  of: { network: Network; purposes: readonly LiveAttempt['purpose'][]; source?: string },
): Promise<LiveAttempt[]> {
  const { network, purposes, source = null } = of
  // In the words of the index of those that are live.
  const live = await db.$queryRaw<{ id: string }[]>`
    select "id"::text from "transfer_attempt"
    where "network" = ${network}::"Network" and "state" = 'live' and "purpose"::text = any(${[...purposes]}::text[])
      and "source" = coalesce(${source}, "source")`
  if (live.length === 0) return []
  return db.transferAttempt.findMany({
    where: { id: { in: live.map(({ id }) => id) }, state: 'live' },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: ATTEMPT,
  })
}

/** The making of lanes, or the claim, of this account that is on its way: there is never a second one (unique index). */
export async function findLiveWithoutLane(
  db: Database,
  of: { network: Network; source: string },
): Promise<LiveAttempt | null> {
  const [live] = await findLiveAttempts(db, { ...of, purposes: WITHOUT_LANE })
  return live ?? null
}

/**
 * Which of these lanes of an account no transaction may take: tickets that one has ever taken, those that were given up included (a lagging
 * server may still show them), and channels through which one is on its way.
 */
export async function findTakenLanes(
  db: Database,
  { network, source, lanes }: { network: Network; source: string; lanes: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await db.$queryRaw<{ lane: string }[]>`
    select "sequence" as "lane" from "transfer_attempt"
    where "network" = ${network}::"Network" and "sequence" = any(${lanes}::text[]) and "source" = ${source} and "laneKey" is not null
    union
    select "source" from "transfer_attempt"
    where "network" = ${network}::"Network" and "state" = 'live' and "source" = any(${lanes}::text[])`
  return new Set(rows.map(({ lane }) => lane))
}

/** What may be under way only once. Tickets of our accounts may have the same numbers, so those of each have keys of their own. */
export const laneKeyOf = (of: { network: Network; owner: PaidFrom | 'keeper'; lane: string }): string =>
  of.owner === 'client' ? `${of.network}:${of.lane}` : `${of.network}:${of.owner}:${of.lane}`
