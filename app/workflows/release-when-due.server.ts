import { writeEvent } from '#app/db/audit.server.ts'
import type { Transaction } from '#app/db/client.server.ts'
import type { StoredEscrow } from '#app/db/escrows.server.ts'
import { createPayout } from '#app/db/payouts.server.ts'
import { networkOf } from '#app/domain/assets.ts'
import { isReleasable } from '#app/domain/escrow.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'

/**
 * The only door to money out. Whoever records the last of the three facts (funded, confirmed, approved) calls it with
 * the escrow as it is now, its row locked, in that same transaction. Does nothing while a fact is missing; the unique
 * payout per escrow makes a second call harmless.
 */
export async function releaseWhenDue(tx: Transaction, escrow: StoredEscrow, now: Date): Promise<void> {
  if (!isReleasable(escrow.facts) || escrow.payoutAddress === null) return
  const { id: payoutId } = await createPayout(tx, {
    escrowId: escrow.id,
    purpose: 'release',
    network: networkOf(escrow.currency),
    asset: escrow.currency,
    amount: escrow.amount,
    address: escrow.payoutAddress,
    memo: escrow.payoutMemo,
  })
  await writeEvent(tx, { kind: 'release_queued', at: now, escrowId: escrow.id })
  await enqueue(tx, { name: 'release_funds', payload: { payoutId } })
}
