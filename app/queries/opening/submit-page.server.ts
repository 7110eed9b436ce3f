/** What the submit page shows of the buyer and of where to pay. */

import type { Database } from '#app/db/kernel/client.server.ts'
import { ASSET_FACTS, ASSETS, type Asset, type Network, networkOf } from '#app/domain/kernel/assets.ts'

export type SubmitPage = {
  saved: { currency: Asset; address: string; memo: string | null } | null
  paying: { currency: Asset; address: string; memoTag: string | null } | null
  /** Where a buyer in manual mode pays before submitting, and the number of this form; null when it has none. */
  payAhead: { reference: string; accounts: { asset: Asset; networkName: string; account: string }[] } | null
}

export async function loadSubmitPage(
  db: Database,
  ask: { userId: string; reference: number | null; escrowAccounts: Record<Network, string> },
): Promise<SubmitPage> {
  const user = await db.user.findUniqueOrThrow({
    where: { id: ask.userId },
    select: {
      walletAddress: true,
      walletMemo: true,
      walletCurrency: true,
      buyerWalletAddress: true,
      buyerWalletCurrency: true,
      buyerMemoTag: true,
    },
  })
  const { walletAddress, walletCurrency, buyerWalletAddress, buyerWalletCurrency } = user
  return {
    saved:
      walletAddress && walletCurrency
        ? { currency: walletCurrency, address: walletAddress, memo: user.walletMemo }
        : null,
    paying:
      buyerWalletAddress && buyerWalletCurrency
        ? { currency: buyerWalletCurrency, address: buyerWalletAddress, memoTag: user.buyerMemoTag }
        : null,
    payAhead:
      ask.reference === null
        ? null
        : {
            reference: String(ask.reference),
            accounts: ASSETS.map((asset) => ({
              asset,
              networkName: ASSET_FACTS[asset].networkName,
              account: ask.escrowAccounts[networkOf(asset)],
            })),
          },
  }
}
