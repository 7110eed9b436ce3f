/** What the submit page shows of the buyer and of where to pay. */

import type { Database } from '#app/db/kernel/client.server.ts'
import { ASSET_FACTS, ASSETS, type Asset, type Network, networkOf } from '#app/domain/kernel/assets.ts'

export type SubmitPage = {
  saved: { currency: Asset; address: string; memo: string | null } | null
  paying: { currency: Asset; address: string; memoTag: string | null } | null
  /** Where a buyer in manual mode pays before submitting: the reference that the next escrow will have. */
  payAhead: { reference: string; accounts: { asset: Asset; networkName: string; account: string }[] } | null
}

export async function loadSubmitPage(
  db: Database,
  ask: { userId: string; escrowAccounts: Record<Network, string> },
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
      nextReference: true,
    },
  })
  const { walletAddress, walletCurrency, buyerWalletAddress, buyerWalletCurrency, nextReference } = user
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
      nextReference === null
        ? null
        : {
            reference: String(nextReference),
            accounts: ASSETS.map((asset) => ({
              asset,
              networkName: ASSET_FACTS[asset].networkName,
              account: ask.escrowAccounts[networkOf(asset)],
            })),
          },
  }
}
