/** Another payout wallet, before a release is due or for a blocked one. Triggers enforce when (decision 004). */

import type { Transaction } from '#app/kernel/db/client.server.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'

/** Replaces an earlier proposal. A trigger ends it when the release moves on. */
export async function storeWalletProposal(
  tx: Transaction,
  proposed: { escrowId: string; wallet: Wallet; at: Date },
): Promise<void> {
  const { wallet, at } = proposed
  await tx.escrow.update({
    where: { id: proposed.escrowId },
    data: { proposedPayoutAddress: wallet.address, proposedPayoutMemo: wallet.memo, proposedPayoutAt: at },
    select: { id: true },
  })
}

/** Makes the proposal the payout wallet; the release must follow in the same transaction. */
export async function storeAgreedWallet(
  tx: Transaction,
  agreed: { escrowId: string; wallet: Wallet; statedAt: Date },
): Promise<void> {
  const { wallet, statedAt } = agreed
  await tx.escrow.update({
    where: { id: agreed.escrowId },
    data: { payoutAddress: wallet.address, payoutMemo: wallet.memo, payoutStatedAt: statedAt },
    select: { id: true },
  })
}

/** Another payout wallet; the confirmation stays. `wasApproved`: the buyer approved the old one, and decides again. */
export async function storePayoutWallet(
  tx: Transaction,
  stated: { escrowId: string; wallet: Wallet; at: Date; wasApproved: boolean },
): Promise<void> {
  const { escrowId, wallet, at, wasApproved } = stated
  await tx.escrow.update({
    where: { id: escrowId },
    data: {
      payoutAddress: wallet.address,
      payoutMemo: wallet.memo,
      payoutStatedAt: at,
      ...(wasApproved && { documentApprovalStatus: 'Pending', decidedAt: null }),
    },
    select: { id: true },
  })
}
