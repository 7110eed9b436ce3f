import { writeEvent } from '#app/db/audit.server.ts'
import { inTransaction } from '#app/db/client.server.ts'
import { deleteDocument, findDocument } from '#app/db/documents.server.ts'
import { lockEscrow } from '#app/db/escrows.server.ts'
import { canChangeDocuments } from '#app/domain/escrow.ts'
import { isRefusal, type Refusal, refuse } from '#app/domain/refusal.ts'
import type { Deps } from './deps.ts'

/**
 * Deletes a document and its stored file (spec §2, §7); the event keeps its name, size and SHA-256. Refusals:
 * document_not_found (also when it is not this seller's), approval_final.
 */
export async function removeDocument(
  deps: Deps,
  ask: { documentId: string; sellerId: string },
): Promise<{ transactionId: string } | Refusal> {
  const removed = await inTransaction(deps.db, async (tx) => {
    const document = await findDocument(tx, ask.documentId)
    if (!document) return refuse('document_not_found')
    const escrow = await lockEscrow(tx, document.escrowId)
    if (escrow.sellerId !== ask.sellerId) return refuse('document_not_found')
    if (!canChangeDocuments(escrow.facts)) return refuse('approval_final')
    if (!(await deleteDocument(tx, document.id))) return refuse('document_not_found')
    const { type, fileName, size, sha256 } = document
    await writeEvent(tx, {
      kind: 'document_removed',
      at: deps.clock.now(),
      escrowId: escrow.id,
      userId: ask.sellerId,
      detail: { type, fileName, size, sha256 },
    })
    return { transactionId: escrow.transactionId, storageKey: document.storageKey }
  })
  if (isRefusal(removed)) return removed
  // After the commit: a file without a row is swept up later, a row without a file would be a lie.
  await deps.storage.remove(removed.storageKey)
  return { transactionId: removed.transactionId }
}
