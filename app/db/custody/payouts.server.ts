/** Payouts of escrows, as they are queued. What becomes of them is the business of db/payouts. */
import type { Transaction } from '#app/db/kernel/client.server.ts'
import type { Asset, Network } from '#app/domain/kernel/assets.ts'
import { type Decimal, plain } from '#app/domain/kernel/money.ts'
import type { EscrowPurpose } from '#app/domain/kernel/payout-state.ts'

type NewPayout = {
  escrowId: string
  settlementId: string
  purpose: EscrowPurpose
  network: Network
  asset: Asset
  amount: Decimal
  address: string
  memo: string | null
}

/**
 * Throws a unique-constraint error when this escrow has a release or a refund already, and an error of the database's
 * trigger when it is no share of the settlement, or more than came in.
 */
export async function createPayout(tx: Transaction, payout: NewPayout): Promise<{ id: string }> {
  return tx.transfer.create({ data: { ...payout, amount: plain(payout.amount) }, select: { id: true } })
}
