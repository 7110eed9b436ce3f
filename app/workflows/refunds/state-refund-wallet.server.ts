import { findEscrow, lockEscrow, type StoredEscrow, storeRefundWallet } from '#app/db/escrow/escrows.server.ts'
import { writeEvent } from '#app/db/kernel/audit.server.ts'
import { inTransaction, type Transaction } from '#app/db/kernel/client.server.ts'
import { redirectBlocked } from '#app/db/payouts/payouts.server.ts'
import { type Refusal, refuse } from '#app/domain/kernel/refusal.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { checkPayoutWallet } from '#app/workflows/payouts/check-payout-wallet.server.ts'
import { payOwedBack } from '#app/workflows/payouts/pay-buyer-back.server.ts'

/** As typed. */
export type TypedWallet = { address: string; memo: string }

/**
 * The buyer says where money is to go back, never blindly to the sender (product.md §3). What the escrow owes back beside
 * its settlement is sent there at once, and payouts to the buyer that a wallet's trouble had stopped go there instead.
 * Refusals: escrow_not_found and the wallet_… codes.
 */
export async function stateRefundWallet(
  deps: Deps,
  stated: { escrowId: string; buyerId: string; wallet: TypedWallet },
): Promise<StoredEscrow | Refusal> {
  const escrow = await findBuyersEscrow(deps, stated)
  if (!escrow) return refuse('escrow_not_found')
  const obstacle = await checkRefundWallet(deps, { escrow, wallet: stated.wallet })
  if (obstacle) return obstacle
  return inTransaction(deps.db, async (tx) => {
    const before = await lockEscrow(tx, escrow.id)
    const now = deps.clock.now()
    const known = await keepRefundWallet(tx, { escrow: before, wallet: stated.wallet, now })
    await payOwedBack(tx, { escrow: known, now })
    return lockEscrow(tx, escrow.id)
  })
}

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
    address: wallet.address,
    memo: wallet.memo || null,
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
  const wallet = { address: kept.wallet.address, memo: kept.wallet.memo || null }
  if (escrow.refundAddress !== wallet.address || escrow.refundMemo !== wallet.memo) {
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
  for (const payoutId of await redirectBlocked(tx, redirected)) {
    await enqueue(tx, { name: 'release_funds', payload: { payoutId } })
  }
  return lockEscrow(tx, escrow.id)
}
