import type { StoredEscrow } from '#app/db/escrow/escrows.server.ts'
import { writeEvent } from '#app/db/kernel/audit.server.ts'
import type { Transaction } from '#app/db/kernel/client.server.ts'
import { expectationOf } from '#app/domain/payouts/expectation.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeToOther } from '#app/workflows/letters/write-to-other.server.ts'

type Stated = {
  escrow: StoredEscrow
  changed: boolean
  /** A letter of the same moment says it already. */
  toldBuyer?: boolean
  now: Date
}

/** Both sides hear of a payout wallet that changed, and the buyer of one that is not the expected (product.md §3). */
export async function tellOfWallet(tx: Transaction, stated: Stated): Promise<void> {
  const { escrow, changed, now } = stated
  const { payoutAddress, sellerId, id: escrowId } = escrow
  if (payoutAddress === null || sellerId === null) return
  const expectation = expectationOf(escrow)
  const differs = expectation === 'differs'
  await writeEvent(tx, {
    kind: changed ? 'payout_wallet_changed' : 'payout_wallet_stated',
    at: now,
    escrowId,
    userId: sellerId,
    detail: { address: payoutAddress, differs, ...(expectation === 'left_to_seller' && { leftToSeller: true }) },
  })
  await enqueue(tx, { name: 'screen_person', payload: { userId: sellerId } })
  const about = { event: `payout_wallet_changed:${escrowId}:${now.getTime()}`, escrowId, from: sellerId, now }
  const content = { letter: 'payout_wallet_changed', txid: escrow.transactionId } as const
  // Whoever states a first wallet has seen it a moment ago.
  if (changed) {
    await writeToOther(tx, { ...about, to: { userId: sellerId }, content: { ...content, reader: 'seller' } })
  }
  if (stated.toldBuyer !== true && (changed || differs)) {
    await writeToOther(tx, { ...about, to: { userId: escrow.buyerId }, content: { ...content, reader: 'buyer' } })
  }
}
