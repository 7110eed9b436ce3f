/** Stores the seller's presentation and the buyer's examination of it on the escrow's row. */

import type { Approval } from '#app/escrow/domain/escrow.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import type { PresentedType } from '#app/trade/documents/domain/documents.ts'

export type StoredConfirmation = {
  escrowId: string
  sellerId: string
  payoutAddress: string
  payoutMemo: string | null
  /** When the wallet was stated: now if it changed, otherwise the earlier moment. */
  payoutStatedAt: Date
  confirmedAt: Date
}

/** Binds the seller, stores the payout wallet, and resets a rejected escrow to Pending. */
export async function storeConfirmation(tx: Transaction, confirmation: StoredConfirmation): Promise<void> {
  const { escrowId, ...stated } = confirmation
  await tx.escrow.update({
    where: { id: escrowId },
    data: {
      ...stated,
      sellerConfirmed: true,
      documentApprovalStatus: 'Pending',
      rejectionReason: null,
      rejectedTypes: [],
      decidedAt: null,
    },
    select: { id: true },
  })
}

export async function storeExamination(
  tx: Transaction,
  decision: {
    escrowId: string
    approval: Approval
    reason: string | null
    /** The document types that the rejection names. */
    rejected: readonly PresentedType[]
    decidedAt: Date | null
  },
): Promise<void> {
  await tx.escrow.update({
    where: { id: decision.escrowId },
    data: {
      documentApprovalStatus: decision.approval,
      rejectionReason: decision.reason,
      rejectedTypes: [...decision.rejected],
      decidedAt: decision.decidedAt,
    },
    select: { id: true },
  })
}
