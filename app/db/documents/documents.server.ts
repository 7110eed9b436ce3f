/** Files of an escrow: its contract and the seller's documents. The files themselves are in the storage. */

import type { Prisma } from '#app/db/generated/client.ts'
import type { Database, Transaction } from '#app/db/kernel/client.server.ts'
import type { PresentedType } from '#app/domain/documents/documents.ts'
import { deleteFileIntent } from './file-intents.server.ts'

export type StoredFile = {
  fileName: string
  contentType: string
  size: number
  sha256: string
  storageKey: string
}

const FILE = {
  fileName: true,
  contentType: true,
  size: true,
  sha256: true,
  storageKey: true,
  uploadedAt: true,
} as const
const DOCUMENT = {
  id: true,
  escrowId: true,
  type: true,
  uploadedById: true,
  uploadedBy: { select: { name: true } },
  ...FILE,
} satisfies Prisma.EscrowDocumentSelect

export async function createContract(tx: Transaction, contract: StoredFile & { escrowId: string }): Promise<void> {
  await tx.escrowContract.create({ data: contract, select: { escrowId: true } })
  await deleteFileIntent(tx, contract.storageKey)
}

export async function findContract(db: Database | Transaction, escrowId: string) {
  return db.escrowContract.findUnique({ where: { escrowId }, select: FILE })
}

export async function createDocument(
  tx: Transaction,
  document: StoredFile & { escrowId: string; type: PresentedType; uploadedById: string },
): Promise<{ id: string }> {
  const created = await tx.escrowDocument.create({ data: document, select: { id: true } })
  await deleteFileIntent(tx, document.storageKey)
  return created
}

export async function findDocuments(db: Database | Transaction, escrowId: string) {
  return db.escrowDocument.findMany({
    where: { escrowId },
    orderBy: [{ type: 'asc' }, { uploadedAt: 'asc' }],
    select: DOCUMENT,
  })
}

export async function findDocument(db: Database | Transaction, id: string) {
  return db.escrowDocument.findUnique({ where: { id }, select: DOCUMENT })
}

export async function isFileInUse(db: Database, storageKey: string): Promise<boolean> {
  const [contracts, documents] = await Promise.all([
    db.escrowContract.count({ where: { storageKey } }),
    db.escrowDocument.count({ where: { storageKey } }),
  ])
  return contracts + documents > 0
}

/** True when this call removed it. */
export async function deleteDocument(tx: Transaction, id: string): Promise<boolean> {
  const { count } = await tx.escrowDocument.deleteMany({ where: { id } })
  return count === 1
}
