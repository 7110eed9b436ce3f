import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'

/** The seller's wallet that both agreed on before funding. Null: none is agreed yet, or Quayside keeps the money. */
export async function findAgreedPayee(db: Database | Transaction, escrowId: string): Promise<Wallet | null> {
  const row = await db.holdAgreement.findFirst({
    where: { escrowId, supersededAt: null },
    select: { sellerWallet: true, sellerTag: true },
  })
  return row && { address: row.sellerWallet, memo: row.sellerTag }
}
