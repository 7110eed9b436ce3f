import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import { storePayoutWallet } from '#app/settlement/payouts/db/wallet-proposals.server.ts'
import { notifyOfWallet } from './notify-of-wallet.server.ts'

/**
 * Replaces the payout wallet that the seller confirmed with. An approval counted for the wallet that the buyer saw
 * (decision 004), so it goes back to Pending, and both sides are notified. Call it with the escrow's row locked, before
 * anything is due to the former wallet; schedule the deadline afterwards.
 */
export async function replacePayoutWallet(
  tx: Transaction,
  { before, wallet, by, now }: { before: StoredEscrow; wallet: Wallet; by: string; now: Date },
): Promise<StoredEscrow> {
  const { id: escrowId } = before
  const wasApproved = before.documentApprovalStatus === 'Approved'
  await storePayoutWallet(tx, { escrowId, wallet, at: now, wasApproved })
  if (wasApproved) {
    await writeEvent(tx, { kind: 'approval_withdrawn', at: now, escrowId, userId: by, detail: { by: 'seller' } })
  }
  const escrow = await lockEscrow(tx, escrowId)
  await notifyOfWallet(tx, { escrow, changed: true, now })
  return escrow
}
