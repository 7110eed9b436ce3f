import { findEscrow } from '#app/escrow/db/escrows.server.ts'
import { type Person, permissionsOf } from '#app/escrow/domain/permissions.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import { findContract, findDocument } from '#app/trade/documents/db/documents.server.ts'

export type DownloadableFile = {
  escrowId: string
  fileName: string
  contentType: string
  size: number
  storageKey: string
}

/**
 * Returns the document or contract if the viewer may read it: the parties and the operator; the contract also a seller
 * who could confirm, since it must be read before it is accepted. Null: not found or not permitted, indistinguishably.
 */
export async function findDownload(
  db: Database,
  ask: { viewer: Person; documentId?: string; contractOf?: string },
): Promise<DownloadableFile | null> {
  const isId = (text: string | undefined) => text !== undefined && looksLikeRowId(text)
  const document = ask.documentId && isId(ask.documentId) ? await findDocument(db, ask.documentId) : null
  const escrowId = document?.escrowId ?? (isId(ask.contractOf) ? ask.contractOf : undefined)
  const escrow = escrowId ? await findEscrow(db, escrowId) : null
  if (!escrow) return null
  const { sees } = permissionsOf(escrow, ask.viewer)
  if (document) return sees.documents ? document : null
  const contract = sees.contract ? await findContract(db, escrow.id) : null
  return contract && { ...contract, escrowId: escrow.id }
}
