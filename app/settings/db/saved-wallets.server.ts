/** The wallets that a person has used. A trigger stores each one that is written to the person's row (keep_wallet). */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'

export type StoredWallet = {
  id: string
  use: 'receiving' | 'paying'
  asset: Asset
  address: string
  memo: string | null
  sellerEmail: string | null
  label: string
  savedAt: Date
}

const WALLET = {
  id: true,
  use: true,
  asset: true,
  address: true,
  memo: true,
  sellerEmail: true,
  label: true,
  savedAt: true,
}

/** All of them (a trigger keeps fifty at most), the last used first. */
export async function listSavedWallets(db: Database, userId: string): Promise<StoredWallet[]> {
  const rows = await db.savedWallet.findMany({
    where: { userId },
    orderBy: [{ savedAt: 'desc' }, { id: 'desc' }],
    select: WALLET,
  })
  return rows.map(toWallet)
}

/** Null: not this person's. */
export async function findSavedWallet(
  db: Database | Transaction,
  { userId, id }: { userId: string; id: string },
): Promise<StoredWallet | null> {
  const row = await db.savedWallet.findFirst({ where: { id, userId }, select: WALLET })
  return row && toWallet(row)
}

function toWallet<Row extends { use: string }>({ use, ...row }: Row) {
  return { ...row, use: use === 'paying' ? ('paying' as const) : ('receiving' as const) }
}

/** False when nothing changed: it is gone, or has this label. */
export async function storeWalletLabel(
  tx: Transaction,
  of: { userId: string; id: string; label: string },
): Promise<boolean> {
  const { label, ...own } = of
  return (await tx.savedWallet.updateMany({ where: { ...own, label: { not: label } }, data: { label } })).count === 1
}

export async function deleteSavedWallet(tx: Transaction, where: { userId: string; id: string }): Promise<void> {
  await tx.savedWallet.deleteMany({ where })
}

/** The wallets that the forms begin with, from the person's row. */
export async function findFormWallets(db: Database | Transaction, userId: string) {
  return db.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      role: true,
      walletAddress: true,
      walletMemo: true,
      walletCurrency: true,
      walletSellerEmail: true,
      buyerWalletAddress: true,
      buyerWalletCurrency: true,
      buyerMemoTag: true,
    },
  })
}

/** Makes the forms begin with this wallet. */
export async function storeFormWallet(tx: Transaction, { userId, wallet }: { userId: string; wallet: StoredWallet }) {
  const { use, asset, address, memo, sellerEmail } = wallet
  const data =
    use === 'receiving'
      ? { walletAddress: address, walletMemo: memo, walletCurrency: asset, walletSellerEmail: sellerEmail }
      : { buyerWalletAddress: address, buyerMemoTag: memo, buyerWalletCurrency: asset }
  await tx.user.update({ where: { id: userId }, data, select: { id: true } })
}

/** Makes the forms begin without one. */
export async function clearFormWallet(tx: Transaction, { userId, use }: { userId: string; use: StoredWallet['use'] }) {
  const data =
    use === 'receiving'
      ? { walletAddress: null, walletMemo: null, walletCurrency: null, walletSellerEmail: null }
      : { buyerWalletAddress: null, buyerMemoTag: null, buyerWalletCurrency: null }
  await tx.user.update({ where: { id: userId }, data, select: { id: true } })
}
