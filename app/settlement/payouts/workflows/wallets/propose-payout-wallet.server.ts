import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { isSameWallet, type TypedWallet, type Wallet, walletOf } from '#app/kernel/domain/wallet.ts'
import { writeToOther } from '#app/notices/workflows/write-to-other.server.ts'
import { storeWalletProposal } from '#app/settlement/payouts/db/wallet-proposals.server.ts'
import { waitsForPayoutWallet } from '#app/settlement/payouts/domain/waiting-payout.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { checkPayoutWallet } from './check-payout-wallet.server.ts'

/**
 * The seller proposes another wallet for a release that the approved one cannot receive (decision 004). Nothing moves
 * until the buyer agrees. A new proposal replaces the old one; it ends when the payout continues. Refusals:
 * escrow_not_found, payout_moved_on, payout_wallet_same and the wallet_… codes.
 */
export async function proposePayoutWallet(
  deps: Deps,
  proposed: { escrowId: string; sellerId: string; wallet: TypedWallet },
): Promise<StoredEscrow | Refusal> {
  const wallet = walletOf(proposed.wallet)
  const { sellerId: userId } = proposed
  const found = await findPermitted(deps.db, proposed, 'changeWallet')
  if (!found) return refuse('escrow_not_found')
  const { escrow } = found
  const { release } = escrow
  if (!release || !waitsForPayoutWallet(release)) return refuse('payout_moved_on')
  if (isSameWallet(release, wallet)) return refuse('payout_wallet_same', { field: 'walletAddress' })
  const payee = { asset: escrow.currency, amount: release.amount, ...wallet, statedBy: userId }
  const obstacle = await checkPayoutWallet(deps, payee)
  if (obstacle) return obstacle

  return inTransaction(deps.db, async (tx) => {
    const before = await lockEscrow(tx, escrow.id)
    // The ledger was asked meanwhile: the approved wallet may be fixed, or the buyer may have agreed to another one.
    if (!before.release || !waitsForPayoutWallet(before.release)) return refuse('payout_moved_on')
    if (isSameWallet(before.release, wallet)) return refuse('payout_wallet_same', { field: 'walletAddress' })
    if (before.walletProposal && isSameWallet(before.walletProposal, wallet)) return before
    const now = deps.clock.now()
    await storeWalletProposal(tx, { escrowId: escrow.id, wallet, at: now })
    await enqueue(tx, { name: 'screen_person', payload: { userId } })
    await notifyBuyer(tx, { escrow: before, sellerId: userId, wallet, now })
    return lockEscrow(tx, escrow.id)
  })
}

async function notifyBuyer(
  tx: Transaction,
  about: { escrow: StoredEscrow; sellerId: string; wallet: Wallet; now: Date },
): Promise<void> {
  const { escrow, sellerId, wallet, now } = about
  await writeEvent(tx, {
    kind: 'payout_wallet_proposed',
    at: now,
    escrowId: escrow.id,
    userId: sellerId,
    detail: { ...wallet },
  })
  await writeToOther(tx, {
    event: `payout_wallet_proposed:${escrow.id}:${now.getTime()}`,
    escrowId: escrow.id,
    from: sellerId,
    now,
    to: { userId: escrow.buyerId },
    content: {
      letter: 'payout_wallet_proposed',
      txid: escrow.transactionId,
      amount: plain(escrow.release?.amount ?? escrow.amount),
      asset: escrow.currency,
    },
  })
}
