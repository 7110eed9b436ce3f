import type { StoredEscrow } from '#app/db/escrow/escrows.server.ts'
import type { Transaction } from '#app/db/kernel/client.server.ts'
import { answerRefundRequest } from '#app/db/refunds/refund-requests.server.ts'
import type { Shares } from '#app/domain/divisions/division.ts'
import { settle } from '#app/workflows/custody/custody.server.ts'

/**
 * Pays both sides their shares, by the operator's decision or because both agreed; a request for a refund that was open is decided
 * with that. Call it with the escrow as it is now, its row locked. The database refuses what is neither decided nor agreed.
 */
export async function payShares(
  tx: Transaction,
  { escrow, shares, by, now }: { escrow: StoredEscrow; shares: Shares; by: string; now: Date },
): Promise<void> {
  if (escrow.refundRequest) {
    await answerRefundRequest(tx, { escrowId: escrow.id, answer: 'decided', by, reason: '', at: now })
  }
  await settle(tx, { escrow, shares, now })
}
