import type { Asset } from '#app/kernel/domain/assets.ts'

/** The wallets that forms begin with, as a person's row has them. */
export type FormWallets = {
  walletAddress: string | null
  walletMemo: string | null
  walletCurrency: Asset | null
  walletSellerEmail: string | null
  buyerWalletAddress: string | null
  buyerWalletCurrency: Asset | null
  buyerMemoTag: string | null
}

type Known = {
  use: 'receiving' | 'paying'
  asset: Asset
  address: string
  memo: string | null
  sellerEmail: string | null
}

export function isFormWallet(row: FormWallets, { use, asset, address, memo, sellerEmail }: Known): boolean {
  const isReceiving =
    row.walletCurrency === asset &&
    row.walletAddress === address &&
    (row.walletMemo || null) === memo &&
    row.walletSellerEmail === sellerEmail
  const isPaying =
    row.buyerWalletCurrency === asset && row.buyerWalletAddress === address && (row.buyerMemoTag || null) === memo
  return use === 'receiving' ? isReceiving : isPaying
}
