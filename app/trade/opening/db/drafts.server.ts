/** Drafts of escrows: the form fields so far, and the contract (docs/decisions/135). */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { StoredFile } from '#app/trade/documents/db/documents.server.ts'
import { deleteFileIntent } from '#app/trade/documents/db/file-intents.server.ts'

/** One draft per form of a person. */
export type DraftKey = { userId: string; token: string }

/** Typed values by field name. */
export type TypedFields = Record<string, string[]>

export type Draft = {
  typed: TypedFields
  /** How many steps were completed without a refusal. */
  steps: number
  contract: StoredFile | null
}

/** Per person; older drafts are deleted. */
const MOST_DRAFTS = 10

export async function findDraft(db: Database | Transaction, { userId, token }: DraftKey): Promise<Draft | null> {
  const row = await db.submitDraft.findUnique({ where: { userId_token: { userId, token } } })
  return row && { typed: row.typed as TypedFields, steps: row.steps, contract: contractIn(row) }
}

/** Returns the draft and locks it until the transaction ends, against other saves and openings. */
export async function lockDraft(tx: Transaction, key: DraftKey): Promise<Draft | null> {
  await tx.$queryRaw`
    select 1 from "submit_draft" where "userId" = ${key.userId}::uuid and "token" = ${key.token}::uuid for update`
  return findDraft(tx, key)
}

export async function storeDraft(
  tx: Transaction,
  { userId, token, draft, at }: DraftKey & { draft: Draft; at: Date },
): Promise<void> {
  const { typed, steps, contract } = draft
  const none = { fileName: null, contentType: null, size: null, sha256: null, storageKey: null, scannedAt: null }
  const before = await tx.submitDraft.findUnique({
    where: { userId_token: { userId, token } },
    select: { storageKey: true, uploadedAt: true },
  })
  const isSame = contract !== null && before?.storageKey === contract.storageKey
  const uploadedAt = contract === null ? null : isSame ? before.uploadedAt : at
  const row = { typed, steps, changedAt: at, ...(contract ?? none), uploadedAt }
  await tx.submitDraft.upsert({
    where: { userId_token: { userId, token } },
    create: { userId, token, ...row },
    update: row,
    select: { token: true },
  })
  if (contract) await deleteFileIntent(tx, contract.storageKey)
}

/** The person's drafts beyond the newest MOST_DRAFTS. */
export async function findSurplusDrafts(tx: Transaction, userId: string): Promise<DraftKey[]> {
  return tx.submitDraft.findMany({
    where: { userId },
    orderBy: [{ changedAt: 'desc' }, { token: 'asc' }],
    skip: MOST_DRAFTS,
    select: { userId: true, token: true },
  })
}

export async function findOldDrafts(db: Database, search: { before: Date; limit: number }): Promise<DraftKey[]> {
  return db.submitDraft.findMany({
    where: { changedAt: { lt: search.before } },
    orderBy: { changedAt: 'asc' },
    take: search.limit,
    select: { userId: true, token: true },
  })
}

export async function findDraftsOf(tx: Transaction, userId: string): Promise<DraftKey[]> {
  return tx.submitDraft.findMany({ where: { userId }, select: { userId: true, token: true } })
}

/** Returns the storage key of the deleted draft's contract. Null: no contract, or no draft. */
export async function deleteDraft(tx: Transaction, { userId, token }: DraftKey): Promise<string | null> {
  const [gone] = await tx.$queryRaw<{ storageKey: string | null }[]>`
    delete from "submit_draft" where "userId" = ${userId}::uuid and "token" = ${token}::uuid returning "storageKey"`
  return gone?.storageKey ?? null
}

type Row = { [Name in keyof StoredFile]-?: StoredFile[Name] | null }

function contractIn({ fileName, contentType, size, sha256, storageKey, scannedAt }: Row): StoredFile | null {
  if (fileName === null || contentType === null || size === null || sha256 === null || storageKey === null) return null
  return { fileName, contentType, size, sha256, storageKey, scannedAt: scannedAt ?? null }
}
