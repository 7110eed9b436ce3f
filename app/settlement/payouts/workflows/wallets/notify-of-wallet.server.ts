import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { writeToOther } from '#app/notices/workflows/write-to-other.server.ts'
import { expectationOf } from '#app/settlement/payouts/domain/expectation.ts'

type Stated = {
  escrow: StoredEscrow
  changed: boolean
  now: Date
}

/**
 * Emails both sides about a changed payout wallet, at once for the first change in a stage. A first wallet that is not
 * the expected one is in the buyer's email about the confirmation; the seller gets an email too (decision 108).
 */
export async function notifyOfWallet(tx: Transaction, stated: Stated): Promise<void> {
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
  const moment = changed ? ('changed' as const) : ('stated' as const)
  if (changed || differs) {
    await writeToOther(tx, { ...about, to: { userId: sellerId }, content: { ...content, moment, reader: 'seller' } })
  }
  if (changed) {
    await writeToOther(tx, {
      ...about,
      to: { userId: escrow.buyerId },
      content: { ...content, moment, reader: 'buyer' },
    })
  }
}
