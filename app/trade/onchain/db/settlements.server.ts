/** Settlements of on-chain deposits: description, signatures, and outcome on the ledger. Triggers hold each step. */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimal, toDecimalOrNull } from '#app/kernel/db/decimal.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import { asSettlement, OF_LOCK } from '#app/kernel/db/transfer-kinds.ts'
import type { CheckedSignature } from '#app/ledgers/onchain.ts'
import { ATTEMPT } from '#app/settlement/custody/db/transfer-attempts.server.ts'
import type { SettlementState } from '#app/settlement/custody/domain/settlement.ts'
import { DEAD_REASONS } from '#app/trade/onchain/domain/settlement-fate.ts'

const SETTLEMENT = {
  id: true,
  escrowId: true,
  purpose: true,
  state: true,
  description: true,
  hash: true,
  xdr: true,
  settlement: { select: { toSeller: true, toBuyer: true } },
  waitsFor: true,
  feeAsked: true,
  createdAt: true,
  lock: { select: { id: true, balanceId: true, owner: true, sequence: true } },
  signatures: { orderBy: { addedAt: 'asc' }, select: { address: true, signature: true } },
  envelopes: {
    where: { state: 'live' },
    select: ATTEMPT,
  },
} satisfies Prisma.TransferSelect

export type StoredSettlement = ReturnType<typeof toSettlement>

function toSettlement(stored: Prisma.TransferGetPayload<{ select: typeof SETTLEMENT }>) {
  const { envelopes, settlement, feeAsked, lock, purpose: kind, ...row } = asSettlement(stored)
  return {
    ...row,
    kind,
    feeAsked: toDecimalOrNull(feeAsked),
    lock: { ...lock, sequence: lock.sequence === null ? null : Number(lock.sequence) },
    shares: { seller: toDecimal(settlement.toSeller), buyer: toDecimal(settlement.toBuyer) },
    live: envelopes[0] ?? null,
  }
}

/** Returns the settlement that is not dead; null: none was begun. */
export async function findSettlement(db: Database | Transaction, escrowId: string): Promise<StoredSettlement | null> {
  const row = await db.transfer.findFirst({
    where: { ...OF_LOCK, escrowId, state: { not: 'dead' } },
    select: SETTLEMENT,
  })
  return row && toSettlement(row)
}

/** Counts the settlements that the ledger itself refused. */
export async function findRefused(
  db: Database | Transaction,
  escrowId: string,
): Promise<{ count: number; lastAt: Date | null }> {
  const { _count: count, _max: last } = await db.transfer.aggregate({
    where: { escrowId, state: 'dead', deadReason: { notIn: [...DEAD_REASONS] } },
    _count: true,
    _max: { updatedAt: true },
  })
  return { count, lastAt: last.updatedAt }
}

/** Compare-and-set: the transaction to be signed, once. */
export async function storeDescription(
  db: Transaction,
  written: { id: string; description: Prisma.InputJsonObject; hash: string; xdr: string },
): Promise<boolean> {
  const { id, ...facts } = written
  const { count } = await db.transfer.updateMany({ where: { id, state: 'collecting', hash: null }, data: facts })
  return count === 1
}

/** One signature per signer. False: it is stored already. Throws the trigger's error when none is awaited. */
export async function storeSignature(
  tx: Transaction,
  { exitId, at, ...signed }: CheckedSignature & { exitId: string; at: Date },
): Promise<boolean> {
  const known = await tx.holdSignature.count({ where: { exitId, address: signed.address } })
  if (known > 0) return false
  await tx.holdSignature.create({ data: { exitId, ...signed, addedAt: at }, select: { exitId: true } })
  return true
}

type Move = { id: string; from: readonly SettlementState[] } & (
  | { to: 'ready' | 'submitted' }
  | { to: 'confirmed'; settledHash: string; settledAt: Date }
  | { to: 'dead'; deadReason: string }
)

/** Compare-and-set. False when its state is not in `from` any more: read it again and do nothing. */
export async function moveSettlement(tx: Transaction | Database, move: Move): Promise<boolean> {
  const { id, from, to: state, ...facts } = move
  const { count } = await tx.transfer.updateMany({ where: { id, state: { in: [...from] } }, data: { state, ...facts } })
  return count === 1
}

/** Marks it as polled, so that the sweep takes others first. */
export async function touchSettlement(db: Database, { id, at }: { id: string; at: Date }): Promise<void> {
  await db.transfer.updateMany({ where: { id }, data: { updatedAt: at } })
}

/** Claims escrows of settlements that await no wallet, unpolled since `before`; failing ones do not block others. */
export async function takeSettlementsUnderWay(
  db: Database,
  { before, now, take }: { before: Date; now: Date; take: number },
): Promise<string[]> {
  // With literal conditions in the statement the partial index of open settlements serves it.
  const rows = await db.$queryRaw<{ escrowId: string }[]>`
    update "transfer" set "updatedAt" = ${now} where "id" in (
      select "id" from "transfer" where "lockId" is not null and "state" in ('ready', 'submitted') and "updatedAt" < ${before}
      order by "updatedAt", "id" limit ${take} for update skip locked
    ) returning "escrowId"::text as "escrowId"`
  return rows.map(({ escrowId }) => escrowId)
}
