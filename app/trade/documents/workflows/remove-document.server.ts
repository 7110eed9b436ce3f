import { findSomebody } from '#app/escrow/db/escrow-people.server.ts'
import { lockEscrow } from '#app/escrow/db/escrows.server.ts'
import { canChangeDocuments, whyFinal } from '#app/escrow/domain/escrow.ts'
import { sideFor } from '#app/escrow/domain/permissions.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import { supersedeOpen } from '#app/trade/divisions/db/divisions.server.ts'
import { findDocument, takeAway } from '#app/trade/documents/db/documents.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { queueFileRemoval } from './remove-file.server.ts'

/**
 * Deletes a document and its stored file (spec §2, §7). A rejected document and its file are kept and shown as
 * rejected. The event keeps name, size and SHA-256. Refusals: document_not_found (also if it is not this seller's),
 * in_dispute, approval_final, escrow_settled.
 */
export async function removeDocument(
  deps: Deps,
  ask: { documentId: string; sellerId: string },
): Promise<{ transactionId: string } | Refusal> {
  if (!looksLikeRowId(ask.documentId)) return refuse('document_not_found')
  return inTransaction(deps.db, async (tx) => {
    const document = await findDocument(tx, ask.documentId)
    if (!document || document.replacedAt) return refuse('document_not_found')
    const escrow = await lockEscrow(tx, document.escrowId)
    const seller = await findSomebody(tx, ask.sellerId)
    if (!sideFor(escrow, seller, 'removeDocument')) return refuse('document_not_found')
    if (escrow.dispute) return refuse('in_dispute')
    if (!canChangeDocuments(escrow.facts)) return refuse(whyFinal(escrow.facts))
    const at = deps.clock.now()
    const taken = await takeAway(tx, { document, at })
    if (taken === 'gone before') return refuse('document_not_found')
    // An offered price reduction was about the documents that the buyer saw.
    await supersedeOpen(tx, { escrowId: escrow.id, at })
    const { type, fileName, size, sha256 } = document
    await writeEvent(tx, {
      kind: 'document_removed',
      at,
      escrowId: escrow.id,
      userId: ask.sellerId,
      detail: { type, fileName, size, sha256 },
    })
    if (taken === 'removed') await queueFileRemoval(tx, document.storageKey)
    return { transactionId: escrow.transactionId }
  })
}
