/** What the submit page shows of the buyer and of where to pay. */

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
import { type ShownWorth, trustedPrices } from '#app/prices/queries/worth-now.server.ts'

/** What the escrow is opened by: the pilot's free transaction, the account's fee, or fees that it uses up. */
export type FeeOfEscrow = { by: 'pilot' | 'account' } | ({ by: 'fee' } & UnusedCover)

export type SavedWallet = { currency: Asset; address: string; memo: string | null; sellerEmail: string }

export type PayingWallet = { currency: Asset; address: string; memoTag: string | null }

export type SubmitPage = {
  fee: FeeOfEscrow
  /** The trade that the fee was paid for; null when there is none to begin with. */
  paidTrade: PaidTrade | null
  /** The wallet of one seller, and whose it is. */
  saved: SavedWallet | null
  paying: PayingWallet | null
  /** Opening accepts the supplement of the terms, too: the buyer has not yet. */
  asksSupplement: boolean
  /** US dollars for one unit and when they were read, of the assets whose price is borne out just now. */
  prices: ShownWorth[]
  /** Where a buyer in manual mode pays before submitting, and the number of this form; null when it has none. */
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

/** The wallet of one seller that was kept for the next time, and whose it is. */
export async function findSaved(db: Database, userId: string): Promise<SavedWallet | null> {
  const { walletAddress, walletMemo, walletCurrency, walletSellerEmail } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { walletAddress: true, walletMemo: true, walletCurrency: true, walletSellerEmail: true },
  })
  if (!walletAddress || !walletCurrency || !walletSellerEmail) return null
  return { currency: walletCurrency, address: walletAddress, memo: walletMemo, sellerEmail: walletSellerEmail }
}

/** The wallet that the buyer last paid from, with which the form begins. */
export async function findPaying(db: Database, userId: string): Promise<PayingWallet | null> {
  const { buyerWalletAddress, buyerWalletCurrency, buyerMemoTag } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { buyerWalletAddress: true, buyerWalletCurrency: true, buyerMemoTag: true },
  })
  if (!buyerWalletAddress || !buyerWalletCurrency) return null
  return { currency: buyerWalletCurrency, address: buyerWalletAddress, memoTag: buyerMemoTag }
}

/** In the order in which they are taken (trade/opening/workflows/take-right.server.ts). */
async function findFeeOfEscrow(
  db: Database,
  { userId, feeStanding }: { userId: string; feeStanding: FeeStanding },
): Promise<FeeOfEscrow> {
  if (feeStanding === 'for_good') return { by: 'account' }
  const { trialCredits } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { trialCredits: true } })
  const unused = trialCredits > 0 ? null : await findUnusedCover(db, userId)
  return unused ? { by: 'fee', ...unused } : { by: 'pilot' }
}
