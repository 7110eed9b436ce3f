/** What the paying accounts send beside payouts, to make lanes: stored before it is sent, closed by what the ledger holds. */
import type { Database, Transaction } from '#app/db/kernel/client.server.ts'
import type { Network } from '#app/domain/kernel/assets.ts'
import { type Decimal, plain } from '#app/domain/kernel/money.ts'
import type { SignedLanes, SignedPayout } from '#app/ledgers/ledger.ts'
import { ENVELOPE, type LiveAttempt } from './payouts.server.ts'

const PURPOSES = { stellar: 'channels', xrpl: 'tickets' } as const

/** `claimableId`: what it claims; null: it makes lanes. */
export type LiveTransaction = LiveAttempt & { claimableId: string | null }

/** The one of an account that is on its way, if any: there is never a second one (unique index). */
export async function findLiveTransaction(
  db: Database,
  { network, source }: { network: Network; source: string },
): Promise<LiveTransaction | null> {
  return db.treasuryTransaction.findFirst({
    where: { network, source, state: 'live' },
    select: { ...ENVELOPE, claimableId: true },
  })
}

/** Throws a unique-constraint error beside a live one, and the trigger's error without the lease or while stopped. */
export async function storeTransaction(
  tx: Transaction,
  transaction: { signed: SignedLanes; leaseEpoch: bigint; now: Date },
): Promise<void> {
  const { signed, leaseEpoch, now } = transaction
  const { network, hash, blob, source, sequence, validUntil, validFrom, funds } = signed
  const columns = { network, hash, blob, source, sequence, validUntil, validFrom, funds }
  await tx.treasuryTransaction.create({
    data: { ...columns, purpose: PURPOSES[network], leaseEpoch, createdAt: now },
    select: { id: true },
  })
}

/** As `storeTransaction`; the trigger's error also where there is nothing left to claim. */
export async function storeClaim(
  tx: Transaction,
  claim: { signed: SignedPayout; claimableId: string; leaseEpoch: bigint; now: Date },
): Promise<void> {
  const { signed, claimableId, leaseEpoch, now: createdAt } = claim
  const { network, hash, blob, source, sequence, validUntil, validFrom } = signed
  const columns = { network, hash, blob, source, sequence, validUntil, validFrom }
  await tx.treasuryTransaction.create({
    data: { ...columns, purpose: 'claim', claimableId, leaseEpoch, createdAt },
    select: { id: true },
  })
}

/** Compare-and-set from 'live'. */
export async function closeTransaction(
  db: Database,
  closed: { id: string; state: 'settled' | 'failed' | 'expired'; code?: string; feePaid?: Decimal; at: Date },
): Promise<void> {
  const { id, state, code, feePaid, at } = closed
  await db.treasuryTransaction.updateMany({
    where: { id, state: 'live' },
    data: { state, code: code ?? null, feePaid: feePaid ? plain(feePaid) : null, closedAt: at },
  })
}
