/**
 * The ledger transactions that our keys signed: stored before they are sent, closed by the ledger's answer. Partial
 * unique indexes and triggers refuse duplicates, unwanted ones and what may not be signed (docs/decisions/140).
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

/** What an account signs for itself, without a channel or ticket and one at a time: creating them, and claims. */
export const WITHOUT_SLOT = ['channels', 'tickets', 'claim'] as const

/** What creating them is called on each ledger. */
export const MAKING_SLOTS = { stellar: 'channels', xrpl: 'tickets' } as const

/** What it is for. `funds`: given to other accounts of ours, in the ledger's own asset: address → plain amount. */
export type AttemptOf =
  | { purpose: 'payout'; payoutId: string; laneKey: string }
  | { purpose: 'opening'; agreementId: string; laneKey: string }
  | { purpose: 'wrap' | 'finish' | 'cancel'; exitId: string; laneKey: string }
  | { purpose: 'channels' | 'tickets'; funds: Record<string, string> }
  | { purpose: 'claim'; claimableId: string }

/**
 * Stores a signed transaction before it is sent. Throws a unique-constraint error beside a live or settled one for the
 * same, or a live one in its lane; a trigger's when the lease ended, payouts are stopped, or it is not wanted.
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

/** What the ledger answered, as far as it is stored. */
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

/** Those under way on a ledger, oldest first. Their number is bounded by channels, tickets and on-chain settlements. */
export async function findLiveAttempts(
  db: Database,
  of: { network: Network; purposes: readonly LiveAttempt['purpose'][]; source?: string },
): Promise<LiveAttempt[]> {
  const { network, purposes, source = null } = of
  // Matches the predicate of the partial index of live attempts.
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

/** The account's own attempt under way: new channels or tickets, or a claim. There is at most one (unique index). */
export async function findLiveWithoutSlot(
  db: Database,
  of: { network: Network; source: string },
): Promise<LiveAttempt | null> {
  const [live] = await findLiveAttempts(db, { ...of, purposes: WITHOUT_SLOT })
  return live ?? null
}

/**
 * Returns which of these channels and tickets are taken: every ticket ever used, even by an abandoned attempt, because
 * a lagging server may still list it; and channels with a live attempt.
 */
export async function findTakenSlots(
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

/** What may be live only once. Tickets of two accounts may have the same number, so the owner is part of the key. */
export const slotKeyOf = (of: { network: Network; owner: PaidFrom | 'keeper'; lane: string }): string =>
  of.owner === 'client' ? `${of.network}:${of.lane}` : `${of.network}:${of.owner}:${of.lane}`
