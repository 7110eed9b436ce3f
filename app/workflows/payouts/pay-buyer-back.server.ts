import type { StoredEscrow } from '#app/db/escrow/escrows.server.ts'
import { writeEvent } from '#app/db/kernel/audit.server.ts'
import type { Transaction } from '#app/db/kernel/client.server.ts'
import { createPayout } from '#app/db/payouts/payouts.server.ts'
import { networkOf } from '#app/domain/kernel/assets.ts'
import { Decimal, plain } from '#app/domain/kernel/money.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { beginExit } from '#app/workflows/custody/begin-exit.server.ts'

type Back = { escrow: StoredEscrow; purpose: 'refund' | 'return'; amount: Decimal; now: Date }

/**
 * The only door through which money goes back to a buyer, to the wallet that the buyer stated (product.md §3). Call it with
 * the escrow as it is now, its row locked. The database refuses a payout that the escrow does not owe. What the ledger
 * holds is taken out instead.
 */
export async function payBuyerBack(tx: Transaction, { escrow, purpose, amount, now }: Back): Promise<void> {
  if (escrow.held) {
    await beginExit(tx, { escrow, shares: { seller: new Decimal(0), buyer: amount }, now })
    return
  }
  if (escrow.refundAddress === null) throw new Error(`the buyer of ${escrow.transactionId} has stated no refund wallet`)
  const network = networkOf(escrow.currency)
  await createPayout(tx, {
    escrowId: escrow.id,
    purpose,
    network,
    asset: escrow.currency,
    amount,
    address: escrow.refundAddress,
    memo: escrow.refundMemo,
  })
  await writeEvent(tx, {
    kind: purpose === 'refund' ? 'refund_queued' : 'return_queued',
    at: now,
    escrowId: escrow.id,
    detail: { amount: plain(amount), currency: escrow.currency },
  })
  await enqueue(tx, { name: 'dispatch_payouts', payload: { network } })
}

/** Pays back what the escrow owes beside its settlement, if there is something. */
export async function payOwedBack(tx: Transaction, { escrow, now }: Omit<Back, 'purpose' | 'amount'>): Promise<void> {
  if (escrow.owedBack.gt(0)) await payBuyerBack(tx, { escrow, purpose: 'return', amount: escrow.owedBack, now })
}
