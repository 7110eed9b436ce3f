import { findAgreedPayee } from '#app/db/custody/agreed-payee.server.ts'
import type { Database } from '#app/db/kernel/client.server.ts'
import type { Asset } from '#app/domain/kernel/assets.ts'
import type { Wallet } from '#app/domain/kernel/wallet.ts'
import { findOwnWallet } from '#app/queries/payouts/own-wallet.server.ts'

type Of = { id: string; isHeld: boolean; currency: Asset }

/** With what the fields of a confirmation begin: the wallet that both agreed to where a ledger holds the money, else the one that the seller prepared. */
export async function findWalletToConfirm(
  db: Database,
  { id, isHeld, currency }: Of,
  sellerId: string,
): Promise<(Wallet & { currency: Asset }) | null> {
  if (!isHeld) return findOwnWallet(db, sellerId)
  const agreed = await findAgreedPayee(db, id)
  return agreed && { ...agreed, currency }
}
