import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import { openSettlement } from '#app/settlement/custody/db/settlements.server.ts'
import { createPayout } from '#app/settlement/custody/db/transfers.server.ts'
import type { SettlementShares } from '#app/settlement/custody/domain/settlement.ts'

/**
 * Queues the payouts of these shares from money that Quayside keeps. Call it with the current escrow, its row locked.
 * The database refuses a payout that the escrow does not owe, and a duplicate.
 */
export async function settleByPayout(
  tx: Transaction,
  { escrow, shares, now }: { escrow: StoredEscrow; shares: SettlementShares; now: Date },
): Promise<void> {
  const settlementId = await openSettlement(tx, { escrowId: escrow.id, shares, at: now })
  if (shares.seller.gt(0)) await paySeller(tx, { escrow, settlementId, amount: shares.seller, now })
  if (shares.buyer.gt(0)) await payBack(tx, { escrow, settlementId, purpose: 'refund', amount: shares.buyer, now })
}

/** Pays back what came in beyond the amount. */
export async function returnExcess(
  tx: Transaction,
  { escrow, amount, now }: Omit<Share, 'settlementId'>,
): Promise<void> {
  const shares = { seller: new Decimal(0), buyer: amount }
  const settlementId = await openSettlement(tx, { escrowId: escrow.id, shares, at: now, isExcess: true })
  await payBack(tx, { escrow, settlementId, purpose: 'return', amount, now })
}

type Share = { escrow: StoredEscrow; settlementId: string; amount: Decimal; now: Date }

/** Throws when the seller has stated no wallet. */
async function paySeller(tx: Transaction, { escrow, settlementId, amount, now }: Share): Promise<void> {
  const { id: escrowId, currency: asset, payoutAddress: address, payoutMemo: memo } = escrow
  if (address === null) throw new Error(`the seller of ${escrow.transactionId} has stated no payout wallet`)
  const network = networkOf(asset)
  await createPayout(tx, { escrowId, settlementId, purpose: 'release', network, asset, amount, address, memo })
  await writeEvent(tx, { kind: 'release_queued', at: now, escrowId })
  await enqueue(tx, { name: 'dispatch_payouts', payload: { network } })
}

type Back = Share & { purpose: 'refund' | 'return' }

/** To the wallet that the buyer stated (product.md §3). Throws when there is none. */
async function payBack(tx: Transaction, { escrow, settlementId, purpose, amount, now }: Back): Promise<void> {
  const { id: escrowId, currency: asset, refundAddress: address, refundMemo: memo } = escrow
  if (address === null) throw new Error(`the buyer of ${escrow.transactionId} has stated no refund wallet`)
  const network = networkOf(asset)
  await createPayout(tx, { escrowId, settlementId, purpose, network, asset, amount, address, memo })
  const kind = purpose === 'refund' ? 'refund_queued' : 'return_queued'
  await writeEvent(tx, { kind, at: now, escrowId, detail: { amount: plain(amount), currency: asset } })
  await enqueue(tx, { name: 'dispatch_payouts', payload: { network } })
}
