/** Approvals that wait for the signature of the buyer's wallet, which is the approval (docs/decisions/123). */
import { z } from 'zod'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { HeldExit } from '#app/trade/onchain/domain/exit.ts'
import { heldExitOf } from '../exit-descriptions.ts'

const review = z.object({
  seenWallet: z.object({ address: z.string(), memo: z.string().nullable() }),
  seenDocuments: z.array(z.string()),
  /** When the decision was made that stood on the form; empty: none. */
  seenDecision: z.string(),
  hasCheckedWallet: z.boolean(),
})

/** What the buyer saw, and an approval counts for alone. */
export type DraftedReview = z.infer<typeof review>

export type ApprovalDraft = { review: DraftedReview; description: HeldExit; hash: string; xdr: string }

/** In the place of an earlier one of the escrow. */
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
  return row && { ...row, review: review.parse(row.review), description: heldExitOf(row) }
}

export async function dropApprovalDraft(tx: Transaction, escrowId: string): Promise<void> {
  await tx.approvalDraft.deleteMany({ where: { escrowId } })
}
