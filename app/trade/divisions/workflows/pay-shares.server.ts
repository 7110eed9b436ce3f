import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { settle } from '#app/settlement/custody/workflows/custody.server.ts'
import type { Shares } from '#app/trade/divisions/domain/division.ts'
import { answerRefundRequest } from '#app/trade/refunds/db/refund-requests.server.ts'

/**
 * Pays both sides their shares, by the operator's decision or because both agreed, and closes an open refund request as
 * decided. Call it with the current escrow, its row locked. The database refuses what is neither decided nor agreed.
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
