import type { Database } from '#app/kernel/db/client.server.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'

/** The wallet that a seller has prepared, to prefill a confirmation. Null: none. */
export async function findOwnWallet(db: Database, sellerId: string): Promise<(Wallet & { currency: Asset }) | null> {
  const row = await db.user.findFirst({
    where: { id: sellerId, role: 'seller' },
    select: { walletAddress: true, walletMemo: true, walletCurrency: true },
  })
  if (!row?.walletAddress || !row.walletCurrency) return null
  return { address: row.walletAddress, memo: row.walletMemo, currency: row.walletCurrency }
}
