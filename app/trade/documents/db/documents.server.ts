/** Rows of an escrow's contract and documents. The file contents are in the storage. */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import { type FileDefect, fileDefectOf } from '#app/kernel/domain/file-kind.ts'
import type { PresentedType } from '#app/trade/documents/domain/documents.ts'
import { deleteFileIntent } from './file-intents.server.ts'

export type StoredFile = {
  fileName: string
  contentType: string
  size: number
  sha256: string
  storageKey: string
  /** When the virus scan passed. Null: not scanned. */
  scannedAt?: Date | null
}

/** `trouble`: why others cannot read the file. Null: no problem is known. */
export type StoredPresentedFile = StoredFile & { trouble?: FileDefect | null }

const FILE = {
  fileName: true,
  contentType: true,
  size: true,
  sha256: true,
  storageKey: true,
  uploadedAt: true,
  scannedAt: true,
} as const
const DOCUMENT = {
  id: true,
  escrowId: true,
  type: true,
  uploadedById: true,
  rejectedAt: true,
  replacedAt: true,
  trouble: true,
  acceptedAt: true,
  ...FILE,
} satisfies Prisma.EscrowDocumentSelect

export const CONTRACT = { select: FILE } satisfies Prisma.Escrow$contractArgs
/** The current presentation. */
export const PRESENTED = {
  where: { replacedAt: null },
  orderBy: [{ type: 'asc' }, { uploadedAt: 'asc' }, { id: 'asc' }],
  select: DOCUMENT,
} satisfies Prisma.Escrow$documentsArgs

export async function createContract(tx: Transaction, contract: StoredFile & { escrowId: string }): Promise<void> {
  await tx.escrowContract.create({ data: contract, select: { escrowId: true } })
  await deleteFileIntent(tx, contract.storageKey)
}

export async function findContract(db: Database | Transaction, escrowId: string) {
  return db.escrowContract.findUnique({ where: { escrowId }, ...CONTRACT })
}

export async function createDocument(
  tx: Transaction,
  document: StoredPresentedFile & { escrowId: string; type: PresentedType; uploadedById: string },
): Promise<{ id: string }> {
  const created = await tx.escrowDocument.create({ data: document, select: { id: true } })
  await deleteFileIntent(tx, document.storageKey)
  return created
}

export async function findDocuments(db: Database | Transaction, escrowId: string) {
  const rows = await db.escrowDocument.findMany({ ...PRESENTED, where: { escrowId, ...PRESENTED.where } })
  return rows.map(withDefect)
}

function withDefect<Row extends { trouble: string | null }>(row: Row) {
  return { ...row, trouble: fileDefectOf(row.trouble) }
}

/** Records that the buyer accepts these unreadable documents as they are. */
export async function acceptUnreadable(tx: Transaction, accepted: { ids: readonly string[]; at: Date }): Promise<void> {
  await tx.escrowDocument.updateMany({
    where: { id: { in: [...accepted.ids] }, trouble: { not: null }, acceptedAt: null },
    data: { acceptedAt: accepted.at },
  })
}

export async function findDocument(db: Database | Transaction, id: string) {
  return db.escrowDocument.findUnique({ where: { id }, select: DOCUMENT })
}

export async function isFileInUse(db: Database, storageKey: string): Promise<boolean> {
  const counts = await Promise.all([
    db.escrowContract.count({ where: { storageKey } }),
    db.escrowDocument.count({ where: { storageKey } }),
    db.disputeFile.count({ where: { storageKey } }),
    db.submitDraft.count({ where: { storageKey } }),
  ])
  return counts.some((count) => count > 0)
}

/**
 * Returns the current presentation, and the rejected documents that were replaced or withdrawn since, oldest first. One
 * query, for pages that show both.
 */
export async function findVersions(db: Database | Transaction, escrowId: string) {
  const stored = await db.escrowDocument.findMany({
    where: { escrowId },
    orderBy: [{ type: 'asc' }, { uploadedAt: 'asc' }, { id: 'asc' }],
    select: { ...DOCUMENT, replacedAt: true },
  })
  const rows = stored.map(withDefect)
  return {
    documents: rows.filter(({ replacedAt }) => replacedAt === null),
    rejected: rows.filter(({ replacedAt }) => replacedAt !== null),
  }
}

/** Counts all documents of an escrow without the contract, replaced ones included. */
export async function countDocuments(tx: Transaction, escrowId: string): Promise<number> {
  return tx.escrowDocument.count({ where: { escrowId } })
}

/** Bytes that an escrow's documents take in the storage, replaced ones included. */
export async function bytesOfEscrow(tx: Transaction, escrowId: string): Promise<number> {
  const { _sum } = await tx.escrowDocument.aggregate({ where: { escrowId }, _sum: { size: true } })
  return _sum.size ?? 0
}

/** Bytes that a person uploaded since `since` and that are still stored, in contracts, drafts and disputes, too. */
export async function bytesOfPerson(tx: Transaction, sent: { userId: string; since: Date }): Promise<number> {
  const { userId, since } = sent
  const [documents, contracts, shown, drafted] = [
    await tx.escrowDocument.aggregate({
      where: { uploadedById: userId, uploadedAt: { gte: since } },
      _sum: { size: true },
    }),
    await tx.escrowContract.aggregate({
      where: { escrow: { buyerId: userId }, uploadedAt: { gte: since } },
      _sum: { size: true },
    }),
    await tx.disputeFile.aggregate({
      where: { uploadedById: userId, uploadedAt: { gte: since } },
      _sum: { size: true },
    }),
    await tx.submitDraft.aggregate({ where: { userId }, _sum: { size: true } }),
  ]
  return [documents, contracts, shown, drafted].reduce((sum, { _sum }) => sum + (_sum.size ?? 0), 0)
}

/** Marks the rejected documents of the current presentation; `types` empty: all of them. */
export async function markRejected(
  tx: Transaction,
  rejection: { escrowId: string; types: readonly PresentedType[]; at: Date },
): Promise<void> {
  const { escrowId, types, at } = rejection
  await tx.escrowDocument.updateMany({
    where: { escrowId, replacedAt: null, ...(types.length > 0 && { type: { in: [...types] } }) },
    data: { rejectedAt: at },
  })
}

/** Clears the marks of the rejection that was made at `at`: the buyer has changed that decision. */
export async function unmarkRejected(tx: Transaction, rejection: { escrowId: string; at: Date }): Promise<void> {
  const { escrowId, at } = rejection
  await tx.escrowDocument.updateMany({
    where: { escrowId, replacedAt: null, rejectedAt: at },
    data: { rejectedAt: null },
  })
}

/** Takes a document out of the presentation. 'removed': delete its file; 'kept': it was rejected, so both stay. */
export async function takeAway(
  tx: Transaction,
  { document, at }: { document: { id: string; rejectedAt: Date | null }; at: Date },
): Promise<'removed' | 'kept' | 'gone before'> {
  const where = { id: document.id, replacedAt: null }
  const { count } = document.rejectedAt
    ? await tx.escrowDocument.updateMany({ where, data: { replacedAt: at } })
    : await tx.escrowDocument.deleteMany({ where })
  if (count !== 1) return 'gone before'
  return document.rejectedAt ? 'kept' : 'removed'
}
