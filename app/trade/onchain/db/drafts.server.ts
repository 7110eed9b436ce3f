/** What buyers' wallets are asked to sign: stored before it is shown, and never changed. Triggers hold each step (docs/decisions/120). */

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

/** Those that were offered and can still lock, or of which nobody has asked the ledger yet; the newest first. */
export async function findStandingDrafts(db: Database | Transaction, agreementId: string): Promise<StoredDraft[]> {
  return db.holdDraft.findMany({
    where: { agreementId, offeredAt: { not: null }, endedAt: null },
    orderBy: [{ offeredAt: 'desc' }, { id: 'desc' }],
    select: DRAFT,
  })
}

/** No ledger can take them any more, and all that they locked is stored. */
export async function endDrafts(db: Database, { ids, at }: { ids: readonly string[]; at: Date }): Promise<void> {
  if (ids.length === 0) return
  await db.holdDraft.updateMany({ where: { id: { in: [...ids] }, endedAt: null }, data: { endedAt: at } })
}

/** When drafts of an agreement were offered since then, the earliest first. */
export async function findOfferedSince(tx: Transaction, of: { agreementId: string; since: Date }): Promise<Date[]> {
  const { agreementId, since } = of
  const rows = await tx.holdDraft.findMany({
    where: { agreementId, offeredAt: { gt: since } },
    orderBy: { offeredAt: 'asc' },
    select: { offeredAt: true },
  })
  return rows.flatMap(({ offeredAt }) => offeredAt ?? [])
}

/** Throws a unique-constraint error when it was stored before, and the trigger's when nothing may be offered. Stellar. */
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

/** A secret in stock, offered to nobody yet. XRP Ledger. */
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
 * A secret out of the stock, with what its draft says: from now on it is never offered again. Lock the escrow first. Null: there is none.
 * Throws the trigger's error when nothing may be offered, and a unique-constraint error beside another draft that stands.
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

/** A condition that was ever offered, and for which agreement. */
export type OfferedCondition = { draftId: string; agreementId: string; condition: string }

/** Those of an escrow, or of one agreement of it. */
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

/** What opens the lock that counts, sealed, and its condition: read where the secret is to be shown, and nowhere else. No other one is answered. */
export async function findSecretOfLock(
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
