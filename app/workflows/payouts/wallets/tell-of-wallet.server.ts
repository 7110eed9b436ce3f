import type { StoredEscrow } from '#app/db/escrow/escrows.server.ts'
import { writeEvent } from '#app/db/kernel/audit.server.ts'
import type { Transaction } from '#app/db/kernel/client.server.ts'
import { queueLetter } from '#app/workflows/letters/queue-letter.server.ts'

/** Both sides hear of a payout wallet that changed, and the buyer of one that is not the expected (product.md §3). */
export async function tellOfWallet(
  tx: Transaction,
  stated: { escrow: StoredEscrow; changed: boolean; now: Date },
): Promise<void> {
  const { escrow, changed, now } = stated
  const { payoutAddress, sellerId } = escrow
  if (payoutAddress === null || sellerId === null) return
  const differs = payoutAddress !== escrow.walletAddress || escrow.payoutMemo !== escrow.walletMemo
  await writeEvent(tx, {
    kind: changed ? 'payout_wallet_changed' : 'payout_wallet_stated',
    at: now,
    escrowId: escrow.id,
    userId: sellerId,
    detail: { address: payoutAddress, differs },
  })
  if (!changed && !differs) return
  const content = { letter: 'payout_wallet_changed', txid: escrow.transactionId } as const
  const event = `payout_wallet_changed:${escrow.id}:${now.getTime()}`
  for (const userId of [escrow.buyerId, sellerId]) await queueLetter(tx, { event, to: { userId }, content })
}
