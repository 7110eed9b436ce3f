import type { Transaction } from '#app/kernel/db/client.server.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'

export async function storeRefundWallet(
  tx: Transaction,
  stated: { escrowId: string; wallet: Wallet; at: Date },
): Promise<void> {
  await tx.escrow.update({
    where: { id: stated.escrowId },
    data: { refundAddress: stated.wallet.address, refundMemo: stated.wallet.memo, refundStatedAt: stated.at },
    select: { id: true },
  })
}
