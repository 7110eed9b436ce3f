import { findAgreedPayee } from '#app/db/custody/agreed-payee.server.ts'
import type { Database } from '#app/db/kernel/client.server.ts'
import type { ShownCustody } from '#app/domain/escrow/shown-escrow.ts'
import type { Asset } from '#app/domain/kernel/assets.ts'
import type { Wallet } from '#app/domain/kernel/wallet.ts'
import { findOwnWallet } from '#app/queries/payouts/own-wallet.server.ts'

type Of = { id: string; currency: Asset; custody: Pick<ShownCustody, 'wallets'> }

/** With what the fields of a confirmation begin: the wallet that both agreed to before the money came, else the one that the seller prepared. */
export async function findWalletToConfirm(
  db: Database,
  { id, currency, custody }: Of,
  sellerId: string,
): Promise<(Wallet & { currency: Asset }) | null> {
  if (custody.wallets === 'stated') return findOwnWallet(db, sellerId)
  const agreed = await findAgreedPayee(db, id)
  return agreed && { ...agreed, currency }
}
