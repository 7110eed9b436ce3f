import { hasAcceptedNow } from '#app/accounts/db/service-terms.server.ts'
import type { FeeStanding } from '#app/accounts/domain/access.ts'
import {
  findPaidTrade,
  findUnusedCover,
  type PaidTrade,
  type UnusedCover,
} from '#app/fees/queries/unused-fee.server.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { ASSETS, type Asset, factsOfNetwork, type Network, networkOf } from '#app/kernel/domain/assets.ts'
import { trustedPrices, type WorthView } from '#app/prices/queries/worth-now.server.ts'

/** What covers the new escrow: the free pilot transaction, the account's fee, or an unused fee. */
export type FeeOfEscrow = { by: 'pilot' | 'account' } | ({ by: 'fee' } & UnusedCover)

export type SavedWallet = { currency: Asset; address: string; memo: string | null; sellerEmail: string }

export type PayingWallet = { currency: Asset; address: string; memoTag: string | null }

export type SubmitPage = {
  fee: FeeOfEscrow
  /** The trade for which the fee was paid. Null: none. */
  paidTrade: PaidTrade | null
  /** The saved wallet of one seller, and whose it is. */
  saved: SavedWallet | null
  paying: PayingWallet | null
  /** Opening also accepts the supplement of the terms, which the buyer has not accepted yet. */
  asksSupplement: boolean
  /** US dollars per unit and their time, for assets with a trusted price. */
  prices: WorthView[]
  /** Where a buyer in manual mode pays before submitting, and the form's reference. Null: it has no reference. */
  payAhead: { reference: string; accounts: { asset: Asset; networkName: string; account: string }[] } | null
}

export async function loadSubmitPage(
  db: Database,
  ask: {
    userId: string
    feeStanding: FeeStanding
    now: Date
    reference: number | null
    escrowAccounts: Record<Network, string>
  },
): Promise<SubmitPage> {
  const fee = await findFeeOfEscrow(db, ask)
  return {
    fee,
    asksSupplement: !(await hasAcceptedNow(db, ask.userId)),
    prices: await trustedPrices(db, ask.now),
    paidTrade: fee.by === 'pilot' ? null : await findPaidTrade(db, ask),
    saved: await findSaved(db, ask.userId),
    paying: await findPaying(db, ask.userId),
    payAhead:
      ask.reference === null
        ? null
        : {
            reference: String(ask.reference),
            accounts: ASSETS.map((asset) => ({
              asset,
              networkName: factsOfNetwork(asset).name,
              account: ask.escrowAccounts[networkOf(asset)],
            })),
          },
  }
}

export async function findSaved(db: Database, userId: string): Promise<SavedWallet | null> {
  const { walletAddress, walletMemo, walletCurrency, walletSellerEmail } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { walletAddress: true, walletMemo: true, walletCurrency: true, walletSellerEmail: true },
  })
  if (!walletAddress || !walletCurrency || !walletSellerEmail) return null
  return { currency: walletCurrency, address: walletAddress, memo: walletMemo, sellerEmail: walletSellerEmail }
}

/** The wallet that the buyer last paid from. */
export async function findPaying(db: Database, userId: string): Promise<PayingWallet | null> {
  const { buyerWalletAddress, buyerWalletCurrency, buyerMemoTag } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { buyerWalletAddress: true, buyerWalletCurrency: true, buyerMemoTag: true },
  })
  if (!buyerWalletAddress || !buyerWalletCurrency) return null
  return { currency: buyerWalletCurrency, address: buyerWalletAddress, memoTag: buyerMemoTag }
}

/** In the order in which they are used (trade/opening/workflows/take-right.server.ts). */
async function findFeeOfEscrow(
  db: Database,
  { userId, feeStanding }: { userId: string; feeStanding: FeeStanding },
): Promise<FeeOfEscrow> {
  if (feeStanding === 'for_good') return { by: 'account' }
  const { trialCredits } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { trialCredits: true } })
  const unused = trialCredits > 0 ? null : await findUnusedCover(db, userId)
  return unused ? { by: 'fee', ...unused } : { by: 'pilot' }
}
