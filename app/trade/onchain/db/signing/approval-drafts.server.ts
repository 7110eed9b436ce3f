/** Approvals that await the signature of the buyer's wallet, which is the approval (decision 118). */
import { z } from 'zod'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { OnchainSettlement } from '#app/trade/onchain/domain/settlement.ts'
import { onchainSettlementOf } from '../settlement-descriptions.ts'

const review = z.object({
  seenWallet: z.object({ address: z.string(), memo: z.string().nullable() }),
  seenDocuments: z.array(z.string()),
  /** When the decision shown on the form was made; empty: none. */
  seenDecision: z.string(),
  hasCheckedWallet: z.boolean(),
})

/** What the buyer saw; the approval is valid for this alone. */
export type DraftedReview = z.infer<typeof review>

export type ApprovalDraft = { review: DraftedReview; description: OnchainSettlement; hash: string; xdr: string }

/** Replaces an earlier draft of the escrow. */
export async function storeApprovalDraft(
  tx: Transaction,
  { escrowId, at: draftedAt, ...draft }: ApprovalDraft & { escrowId: string; at: Date },
): Promise<void> {
  const data = { ...draft, draftedAt }
  await tx.approvalDraft.upsert({
    where: { escrowId },
    create: { escrowId, ...data },
    update: data,
    select: { escrowId: true },
  })
}

export async function findApprovalDraft(db: Database | Transaction, escrowId: string): Promise<ApprovalDraft | null> {
  const row = await db.approvalDraft.findUnique({
    where: { escrowId },
    select: { review: true, description: true, hash: true, xdr: true },
  })
  return row && { ...row, review: review.parse(row.review), description: onchainSettlementOf(row) }
}

export async function dropApprovalDraft(tx: Transaction, escrowId: string): Promise<void> {
  await tx.approvalDraft.deleteMany({ where: { escrowId } })
}
