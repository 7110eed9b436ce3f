/** What the keepers signed: stored before it is sent, closed by what the ledger holds. The triggers refuse what nobody wants, or may sign. */
import type { Prisma } from '#app/db/generated/client.ts'
import type { Database, Transaction } from '#app/db/kernel/client.server.ts'
import type { Network } from '#app/domain/kernel/assets.ts'
import { type Decimal, plain } from '#app/domain/kernel/money.ts'
import type { SignedPayout } from '#app/ledgers/ledger.ts'

const ATTEMPT = {
  id: true,
  purpose: true,
  agreementId: true,
  exitId: true,
  network: true,
  hash: true,
  blob: true,
  source: true,
  sequence: true,
  validUntil: true,
  validFrom: true,
  createdAt: true,
} satisfies Prisma.HoldAttemptSelect

export type LiveHoldAttempt = Prisma.HoldAttemptGetPayload<{ select: typeof ATTEMPT }>

/** What it is of: an agreement, whose account it opens, or a way out. */
type AttemptOf = { purpose: 'opening'; agreementId: string } | { purpose: 'wrap' | 'finish' | 'cancel'; exitId: string }

/**
 * Throws a unique-constraint error beside one that is live or settled for the same, or live in the same lane; the error of a trigger
 * when the lease has ended, payouts are stopped, or the record does not want it.
 */
export async function storeHoldAttempt(
  tx: Transaction,
  attempt: AttemptOf & { id: string; signed: SignedPayout; laneKey: string; leaseEpoch: bigint; now: Date },
): Promise<void> {
  const { signed, now: createdAt, ...of } = attempt
  const { network, hash, blob, source, sequence, validUntil, validFrom } = signed
  const data = { ...of, createdAt, network, hash, blob, source, sequence, validUntil, validFrom }
  await tx.holdAttempt.create({ data, select: { id: true } })
}

/** Compare-and-set from 'live'; a closed attempt stays closed. */
export async function closeHoldAttempt(
  tx: Transaction | Database,
  attempt: { id: string; state: 'settled' | 'failed' | 'expired'; code?: string; feePaid?: Decimal; at: Date },
): Promise<boolean> {
  const { id, state, code, feePaid, at } = attempt
  const { count } = await tx.holdAttempt.updateMany({
    where: { id, state: 'live' },
    data: { state, code: code ?? null, feePaid: feePaid ? plain(feePaid) : null, closedAt: at },
  })
  return count === 1
}

/** Those on their way on a ledger, the oldest first. There are never more than lanes and ways out. */
export async function findLiveHoldAttempts(
  db: Database,
  of: { network: Network; purposes: readonly LiveHoldAttempt['purpose'][] },
): Promise<LiveHoldAttempt[]> {
  const { network, purposes } = of
  // In the words of the index of those that are live.
  const live = await db.$queryRaw<{ id: string }[]>`
    select "id"::text from "hold_attempt"
    where "network" = ${network}::"Network" and "state" = 'live' and "purpose"::text = any(${[...purposes]}::text[])`
  if (live.length === 0) return []
  return db.holdAttempt.findMany({
    where: { id: { in: live.map(({ id }) => id) }, state: 'live' },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: ATTEMPT,
  })
}

/** Which of these lanes of a keeper none may take: tickets that one has ever taken, and channels through which one is on its way. */
export async function findTakenHoldLanes(
  db: Database,
  { network, lanes }: { network: Network; lanes: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await db.$queryRaw<{ lane: string }[]>`
    select "sequence" as "lane" from "hold_attempt"
    where "network" = ${network}::"Network" and "sequence" = any(${lanes}::text[])
    union
    select "source" from "hold_attempt" where "network" = ${network}::"Network" and "state" = 'live' and "source" = any(${lanes}::text[])`
  return new Set(rows.map(({ lane }) => lane))
}

/** What may be under way only once: a keeper's lanes are none of the paying account's. */
export const holdLaneKey = (network: Network, lane: string): string => `${network}:keeper:${lane}`
