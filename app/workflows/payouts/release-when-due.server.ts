import type { StoredEscrow } from '#app/db/escrow/escrows.server.ts'
import { writeEvent } from '#app/db/kernel/audit.server.ts'
import type { Transaction } from '#app/db/kernel/client.server.ts'
import { createPayout } from '#app/db/payouts/payouts.server.ts'
import { isReleasable } from '#app/domain/escrow/escrow.ts'
import { networkOf } from '#app/domain/kernel/assets.ts'
import { Decimal } from '#app/domain/kernel/money.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { beginExit } from '#app/workflows/custody/begin-exit.server.ts'

/**
 * Releases an escrow when it is due. Whoever records the last of the three facts (funded, confirmed, approved) calls it
 * with the escrow as it is now, its row locked, in that same transaction. Does nothing while a fact is missing.
 */
export async function releaseWhenDue(tx: Transaction, escrow: StoredEscrow, now: Date): Promise<void> {
  if (!isReleasable(escrow.facts)) return
  if (escrow.held) {
    const shares = { seller: escrow.amount, buyer: new Decimal(0) }
    await beginExit(tx, { escrow, shares, now })
    return
  }
  await paySeller(tx, { escrow, amount: escrow.amount, now })
}

/**
 * The only door through which money goes to a seller: the whole amount when the three facts hold, or a share by the
 * operator's decision. The database refuses a payout that the escrow does not owe, and a second one.
 */
export async function paySeller(
  tx: Transaction,
  { escrow, amount, now }: { escrow: StoredEscrow; amount: Decimal; now: Date },
): Promise<void> {
  if (escrow.payoutAddress === null)
    throw new Error(`the seller of ${escrow.transactionId} has stated no payout wallet`)
  const network = networkOf(escrow.currency)
  await createPayout(tx, {
    escrowId: escrow.id,
    purpose: 'release',
    network,
    asset: escrow.currency,
    amount,
    address: escrow.payoutAddress,
    memo: escrow.payoutMemo,
  })
  await writeEvent(tx, { kind: 'release_queued', at: now, escrowId: escrow.id })
  await enqueue(tx, { name: 'dispatch_payouts', payload: { network } })
}
