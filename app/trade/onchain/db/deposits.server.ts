/** On-chain deposits of wallets: stored as found, and counted once. */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimalOrNull } from '#app/kernel/db/decimal.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import { OF_BALANCE, type OnchainDifference } from '#app/trade/onchain/domain/differences.ts'

/** The ledger's key: a balance (Stellar), or an escrow's owner and sequence (XRP Ledger). */
export type DepositKey = { balanceId: string } | { owner: string; sequence: number }

const DEPOSIT = {
  id: true,
  escrowId: true,
  agreementId: true,
  balanceId: true,
  owner: true,
  sequence: true,
  draftId: true,
  amount: true,
  draft: { select: { condition: true } },
  hash: true,
  lockedAt: true,
  foundAt: true,
  differences: true,
  counts: true,
  end: true,
  endHash: true,
  endedAt: true,
} satisfies Prisma.HoldLockSelect

const MOST_SHOWN = 20

/** By the buyer's own wallet. Anybody can create balances for a multisig account; those are not shown or polled. */
const OWN = { NOT: { differences: { has: 'payer' satisfies OnchainDifference } } } satisfies Prisma.HoldLockWhereInput

export type StoredDeposit = ReturnType<typeof toDeposit>

function toDeposit({ sequence, amount, draft, ...row }: Prisma.HoldLockGetPayload<{ select: typeof DEPOSIT }>) {
  return {
    ...row,
    sequence: sequence === null ? null : Number(sequence),
    amount: toDecimalOrNull(amount),
    condition: draft?.condition ?? null,
  }
}

/** Returns the deposit that has funded its escrow; null: none has yet. */
export async function findCountingDeposit(db: Database | Transaction, escrowId: string): Promise<StoredDeposit | null> {
  const row = await db.holdLock.findFirst({ where: { escrowId, counts: true }, select: DEPOSIT })
  return row && toDeposit(row)
}

/** Returns what the buyer's wallet has deposited: what counts, then the newest. Limited: it can deposit at will. */
export async function findDepositsOf(db: Database, escrowId: string): Promise<StoredDeposit[]> {
  const rows = await db.holdLock.findMany({
    where: { escrowId, ...OWN },
    orderBy: [{ counts: 'desc' }, { lockedAt: 'desc' }, { id: 'desc' }],
    take: MOST_SHOWN,
    select: DEPOSIT,
  })
  return rows.map(toDeposit)
}

/** Returns other open deposits under the same condition, oldest first. */
export async function findOpenedWith(
  db: Database,
  { escrowId, lockId }: { escrowId: string; lockId: string },
): Promise<StoredDeposit[]> {
  const lock = await db.holdLock.findUnique({ where: { id: lockId }, select: { draftId: true } })
  if (!lock?.draftId) return []
  const rows = await db.holdLock.findMany({
    where: { escrowId, draftId: lock.draftId, counts: false, end: null },
    orderBy: [{ lockedAt: 'asc' }, { id: 'asc' }],
    take: MOST_SHOWN,
    select: DEPOSIT,
  })
  return rows.map(toDeposit)
}

/** Claims the buyer's open deposits that do not count, with their seller's wallet; those unpolled for longest first. */
export async function takeOtherDeposits(
  db: Database,
  { escrowId, now, take }: { escrowId: string; now: Date; take: number },
) {
  const taken = await db.$queryRaw<{ id: string }[]>`
    update "hold_lock" set "lookedAt" = ${now} where "id" in (
      select "id" from "hold_lock" where "escrowId" = ${escrowId}::uuid and not "counts" and "end" is null and not 'payer' = any("differences")
      order by "lookedAt" nulls first, "id" limit ${take} for update skip locked
    ) returning "id"::text`
  const rows = await db.holdLock.findMany({
    where: { id: { in: taken.map(({ id }) => id) } },
    select: { ...DEPOSIT, agreement: { select: { sellerWallet: true } } },
  })
  return rows.map(({ agreement, ...row }) => ({ ...toDeposit(row), sellerWallet: agreement.sellerWallet }))
}

/** Returns balances found for an agreement that can never count, whatever becomes of its account. */
export async function findUselessBalances(db: Database, agreementId: string): Promise<ReadonlySet<string>> {
  const rows = await db.holdLock.findMany({
    where: { agreementId, counts: false, balanceId: { not: null }, differences: { hasSome: [...OF_BALANCE] } },
    select: { balanceId: true },
  })
  return new Set(rows.flatMap(({ balanceId }) => balanceId ?? []))
}

export async function findDeposit(db: Database | Transaction, key: DepositKey): Promise<StoredDeposit | null> {
  const where = 'balanceId' in key ? key : { owner_sequence: { owner: key.owner, sequence: BigInt(key.sequence) } }
  const row = await db.holdLock.findUnique({ where, select: DEPOSIT })
  return row && toDeposit(row)
}

export async function findDepositById(db: Database | Transaction, id: string): Promise<StoredDeposit | null> {
  const row = await db.holdLock.findUnique({ where: { id }, select: DEPOSIT })
  return row && toDeposit(row)
}

/** Stores a deposit that does not count yet. Throws a unique-constraint error when it was stored concurrently. */
export async function storeDeposit(
  tx: Transaction,
  lock: {
    id: string
    escrowId: string
    agreementId: string
    key: DepositKey
    /** XRP Ledger: the draft whose condition it has. */
    draftId: string | null
    /** XRP Ledger: null where it is not XRP. */
    amount: Decimal | null
    hash: string
    lockedAt: Date
    foundAt: Date
    differences: readonly OnchainDifference[]
    end: { end: 'released' | 'expired'; endHash: string; endedAt: Date } | null
  },
): Promise<void> {
  const { key, differences, end, amount, ...found } = lock
  const known = 'balanceId' in key ? key : { owner: key.owner, sequence: BigInt(key.sequence) }
  const data = { ...found, ...known, ...end, amount: amount && plain(amount), differences: [...differences] }
  await tx.holdLock.create({ data, select: { id: true } })
}

/** Updates the differences of a deposit that does not count. */
export async function storeDifferences(
  tx: Transaction,
  { id, differences }: { id: string; differences: readonly OnchainDifference[] },
): Promise<void> {
  await tx.holdLock.updateMany({ where: { id, counts: false, end: null }, data: { differences: [...differences] } })
}

/** Was there another deposit under its condition before? Then this one never counts. */
export async function isSecondOfDraft(
  db: Database | Transaction,
  { id, draftId }: { id: string; draftId: string | null },
): Promise<boolean> {
  if (draftId === null) return false
  return (await db.holdLock.count({ where: { draftId, id: { not: id } } })) > 0
}

/**
 * Makes the deposit count and funds its escrow, both or none. False: the escrow is funded already or cancelled. Lock
 * the escrow first. Throws the trigger's error when the deposit is not as agreed, or for another wallet.
 */
export async function countDeposit(
  tx: Transaction,
  counted: { id: string; escrowId: string; amount: Decimal; hash: string; lockedAt: Date; now: Date },
): Promise<boolean> {
  const { id, escrowId, amount, hash, lockedAt, now } = counted
  const open = await tx.escrow.count({ where: { id: escrowId, txValidated: false, cancelledAt: null } })
  if (open === 0) return false
  await tx.holdLock.update({ where: { id }, data: { counts: true }, select: { id: true } })
  await tx.escrow.update({
    where: { id: escrowId },
    data: { txValidated: true, verifiedAt: now, receivedAmount: plain(amount), realTxId: hash, paidAt: lockedAt },
    select: { id: true },
  })
  return true
}

/** Compare-and-set: the ledger no longer holds it. Its settlements must end in the same transaction (trigger). */
export async function endDeposit(
  tx: Transaction,
  ended: { id: string; end: 'released' | 'refunded' | 'divided' | 'expired'; hash: string; at: Date },
): Promise<boolean> {
  const { id, end, hash: endHash, at: endedAt } = ended
  const { count } = await tx.holdLock.updateMany({ where: { id, end: null }, data: { end, endHash, endedAt } })
  return count === 1
}

/** Claims the next open deposits to poll, as `takeWatchedAgreements` claims agreements. */
export async function takeOpenDeposits(
  db: Database,
  { before, now, take }: { before: Date; now: Date; take: number },
): Promise<StoredDeposit[]> {
  const taken = await db.$queryRaw<{ id: string }[]>`
    update "hold_lock" set "lookedAt" = ${now} where "id" in (
      select "id" from "hold_lock" where "end" is null and ("lookedAt" is null or "lookedAt" < ${before}) and not 'payer' = any("differences")
      order by "lookedAt" nulls first, "id" limit ${take} for update skip locked
    ) returning "id"::text`
  const ids = taken.map(({ id }) => id)
  return (await db.holdLock.findMany({ where: { id: { in: ids } }, select: DEPOSIT })).map(toDeposit)
}
