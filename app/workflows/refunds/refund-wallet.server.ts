/** The wallet for money back, as every way back to the buyer needs it: whose escrow it is, whether it works, and keeping it. */
import { findEscrow, lockEscrow, type StoredEscrow } from '#app/db/escrow/escrows.server.ts'
import { writeEvent } from '#app/db/kernel/audit.server.ts'
import type { Transaction } from '#app/db/kernel/client.server.ts'
import { redirectBlocked } from '#app/db/payouts/payouts.server.ts'
import { storeRefundWallet } from '#app/db/refunds/refund-wallets.server.ts'
import { networkOf } from '#app/domain/kernel/assets.ts'
import type { Refusal } from '#app/domain/kernel/refusal.ts'
import { isSameWallet, type TypedWallet, walletOf } from '#app/domain/kernel/wallet.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { checkPayoutWallet } from '#app/workflows/payouts/check-payout-wallet.server.ts'

/** The escrow, if it is this buyer's. */
export async function findBuyersEscrow(
  deps: Deps,
  ask: { escrowId: string; buyerId: string },
): Promise<StoredEscrow | null> {
  const escrow = await findEscrow(deps.db, ask.escrowId)
  return escrow?.buyerId === ask.buyerId ? escrow : null
}

/** Could the wallet be paid now? Asks the ledger, so call it outside of a transaction. Null: yes. */
export async function checkRefundWallet(
  deps: Deps,
  { escrow, wallet }: { escrow: StoredEscrow; wallet: TypedWallet },
): Promise<Refusal | null> {
  const refusal = await checkPayoutWallet(deps, {
    asset: escrow.currency,
    amount: escrow.amount,
    ...walletOf(wallet),
  })
  if (!refusal) return null
  const field = refusal.field === 'walletMemo' ? 'refundMemo' : 'refundAddress'
  return { ...refusal, field }
}

/** Writes a checked wallet down, and sends there what had been stopped. Answers with the escrow as it is then. */
export async function keepRefundWallet(
  tx: Transaction,
  kept: { escrow: StoredEscrow; wallet: TypedWallet; now: Date },
): Promise<StoredEscrow> {
  const { escrow, now } = kept
  const wallet = walletOf(kept.wallet)
  const { refundAddress, refundMemo } = escrow
  if (refundAddress === null || !isSameWallet({ address: refundAddress, memo: refundMemo }, wallet)) {
    await storeRefundWallet(tx, { escrowId: escrow.id, wallet, at: now })
    await writeEvent(tx, {
      kind: 'refund_wallet_stated',
      at: now,
      escrowId: escrow.id,
      userId: escrow.buyerId,
      detail: { address: wallet.address },
    })
  }
  // Also when nothing changed: a payout that was queued before the wallet changed can be stopped after it.
  const redirected = { escrowId: escrow.id, purposes: ['refund' as const, 'return' as const], ...wallet }
  if ((await redirectBlocked(tx, redirected)).length > 0) {
    await enqueue(tx, { name: 'dispatch_payouts', payload: { network: networkOf(escrow.currency) } })
  }
  return lockEscrow(tx, escrow.id)
}
