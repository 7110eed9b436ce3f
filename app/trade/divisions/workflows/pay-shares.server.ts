import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { settle } from '#app/settlement/custody/workflows/custody.server.ts'
import type { Shares } from '#app/trade/divisions/domain/division.ts'
import { answerRefundRequest } from '#app/trade/refunds/db/refund-requests.server.ts'

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
