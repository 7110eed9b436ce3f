/** The files of an escrow for the holder of a link that includes files. */

import type { Database } from '#app/kernel/db/client.server.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import { findContract, findDocument, findDocuments } from '#app/trade/documents/db/documents.server.ts'
import { PRESENTED_TYPES, type PresentedType } from '#app/trade/documents/domain/documents.ts'
import type { DownloadableFile } from '#app/trade/documents/queries/downloads.server.ts'

/** `id`: of the document; 'contract' for the contract. */
export type SharedFiles = { id: string; type: PresentedType | null; fileName: string }[]

/** The contract, and the currently presented documents. */
export async function findSharedFiles(db: Database, escrowId: string): Promise<SharedFiles> {
  const [contract, documents] = await Promise.all([findContract(db, escrowId), findDocuments(db, escrowId)])
  const rank = (type: PresentedType) => PRESENTED_TYPES.indexOf(type)
  const presented = documents
    .sort((a, b) => rank(a.type) - rank(b.type))
    .map(({ id, type, fileName }) => ({ id, type, fileName }))
  return [...(contract ? [{ id: 'contract', type: null, fileName: contract.fileName }] : []), ...presented]
}

/** Null: a file of another escrow, or one that is no longer presented. */
export async function findSharedFile(
  db: Database,
  { escrowId, fileId }: { escrowId: string; fileId: string },
): Promise<DownloadableFile | null> {
  if (fileId === 'contract') {
    const contract = await findContract(db, escrowId)
    return contract && { ...contract, escrowId }
  }
  const document = looksLikeRowId(fileId) ? await findDocument(db, fileId) : null
  return document?.escrowId === escrowId && document.replacedAt === null ? document : null
}
