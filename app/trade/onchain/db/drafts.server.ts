/** Deposits offered to buyers' wallets: stored before shown, then unchanged. Triggers hold each step (decision 120). */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'

const DRAFT = {
  id: true,
  agreementId: true,
  network: true,
  condition: true,
  sequence: true,
  lastLedger: true,
  hash: true,
  xdr: true,
  validUntil: true,
  offeredAt: true,
} satisfies Prisma.HoldDraftSelect

export type StoredDraft = Prisma.HoldDraftGetPayload<{ select: typeof DRAFT }>

/** Returns offered drafts that can still lock money, or whose end no poll has confirmed yet; newest first. */
export async function findStandingDrafts(db: Database | Transaction, agreementId: string): Promise<StoredDraft[]> {
  return db.holdDraft.findMany({
    where: { agreementId, offeredAt: { not: null }, endedAt: null },
    orderBy: [{ offeredAt: 'desc' }, { id: 'desc' }],
    select: DRAFT,
  })
}

/** Ends drafts that no ledger can include any more and whose deposits are stored. */
export async function endDrafts(db: Database, { ids, at }: { ids: readonly string[]; at: Date }): Promise<void> {
  if (ids.length === 0) return
  await db.holdDraft.updateMany({ where: { id: { in: [...ids] }, endedAt: null }, data: { endedAt: at } })
}

export async function findOfferedSince(tx: Transaction, of: { agreementId: string; since: Date }): Promise<Date[]> {
  const { agreementId, since } = of
  const rows = await tx.holdDraft.findMany({
    where: { agreementId, offeredAt: { gt: since } },
    orderBy: { offeredAt: 'asc' },
    select: { offeredAt: true },
  })
  return rows.flatMap(({ offeredAt }) => offeredAt ?? [])
}

/** Stellar. Throws a unique-constraint error: stored before; throws the trigger's: nothing may be offered. */
export async function storeOffered(
  tx: Transaction,
  draft: {
    id: string
    escrowId: string
    agreementId: string
    hash: string
    xdr: string
    sequence: string
    validUntil: Date
    at: Date
  },
): Promise<StoredDraft> {
  const { sequence, at, ...about } = draft
  const data = { ...about, network: 'stellar' as const, sequence: BigInt(sequence), createdAt: at, offeredAt: at }
  return tx.holdDraft.create({ data, select: DRAFT })
}

/** XRP Ledger. Stores a secret in stock, not yet offered. */
export async function storeSecret(
  tx: Transaction,
  secret: {
    id: string
    escrowId: string
    agreementId: string
    condition: string
    sealedFulfilment: string
    createdAt: Date
  },
): Promise<void> {
  await tx.holdDraft.create({ data: { ...secret, network: 'xrpl' }, select: { id: true } })
}

export async function countSecrets(tx: Transaction, agreementId: string): Promise<number> {
  return tx.holdDraft.count({ where: { agreementId, offeredAt: null } })
}

/**
 * Takes a secret from the stock for a draft; it is never offered again. Lock the escrow first. Null: the stock is
 * empty. Throws the trigger's error when nothing may be offered, and a unique-constraint error beside another draft.
 */
export async function offerSecret(
  tx: Transaction,
  draft: { agreementId: string; sequence: number; lastLedger: number; validUntil: Date; at: Date },
): Promise<StoredDraft | null> {
  const { agreementId, sequence, lastLedger, validUntil, at } = draft
  const next = await tx.holdDraft.findFirst({
    where: { agreementId, offeredAt: null },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true },
  })
  if (next === null) return null
  const data = { sequence: BigInt(sequence), lastLedger: BigInt(lastLedger), validUntil, offeredAt: at }
  return tx.holdDraft.update({ where: { id: next.id }, data, select: DRAFT })
}

export type OfferedCondition = { draftId: string; agreementId: string; condition: string }

export async function findConditions(
  db: Database,
  of: { escrowId: string } | { agreementId: string },
): Promise<OfferedCondition[]> {
  const rows = await db.holdDraft.findMany({
    where: { ...of, network: 'xrpl', offeredAt: { not: null } },
    orderBy: [{ offeredAt: 'desc' }, { id: 'desc' }],
    select: { id: true, agreementId: true, condition: true },
  })
  return rows.flatMap(({ id: draftId, agreementId, condition }) =>
    condition === null ? [] : [{ draftId, agreementId, condition }],
  )
}

/** Returns the sealed secret of the deposit that counts, for signing its release only. Null for any other deposit. */
export async function findSecretOfDeposit(
  db: Database,
  lockId: string,
): Promise<{ condition: string; sealedFulfilment: string } | null> {
  const lock = await db.holdLock.findFirst({
    where: { id: lockId, counts: true },
    select: { draft: { select: { condition: true, sealedFulfilment: true } } },
  })
  const { condition = null, sealedFulfilment = null } = lock?.draft ?? {}
  return condition === null || sealedFulfilment === null ? null : { condition, sealedFulfilment }
}
