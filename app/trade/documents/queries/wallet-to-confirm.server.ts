import type { CustodyView } from '#app/escrow/domain/escrow-details.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import { findAgreedPayee } from '#app/settlement/custody/db/agreed-payee.server.ts'
import { findOwnWallet } from '#app/settlement/payouts/queries/own-wallet.server.ts'

type Of = { id: string; currency: Asset; custody: Pick<CustodyView, 'wallets'> }

/** Initial wallet of the confirmation form: the one agreed before funding, otherwise the seller's saved one. */
export async function findWalletToConfirm(
  db: Database,
  { id, currency, custody }: Of,
  sellerId: string,
): Promise<(Wallet & { currency: Asset }) | null> {
  if (custody.wallets === 'stated') return findOwnWallet(db, sellerId)
  const agreed = await findAgreedPayee(db, id)
  return agreed && { ...agreed, currency }
}
