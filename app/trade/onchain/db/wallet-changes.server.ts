/** Sellers' requests for another wallet while a draft for the former one can still be signed (decision 120). */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'

type WalletChange = { id: string; askedAt: Date; until: Date }

/** Returns the request that stops new offers to the buyer; null: none does. */
export async function findOpenChange(
  db: Database | Transaction,
  { escrowId, now }: { escrowId: string; now: Date },
): Promise<WalletChange | null> {
  return db.holdWalletChange.findFirst({
    where: { escrowId, endedAt: null, until: { gt: now } },
    select: { id: true, askedAt: true, until: true },
  })
}

/** Lock the escrow first. False: it has reached its maximum. */
export async function storeChange(
  tx: Transaction,
  change: { id: string; escrowId: string; agreementId: string; askedById: string; askedAt: Date; until: Date },
  { most }: { most: number },
): Promise<boolean> {
  const { escrowId } = change
  await endChange(tx, { escrowId, end: 'lapsed', at: change.askedAt })
  if ((await tx.holdWalletChange.count({ where: { escrowId } })) >= most) return false
  await tx.holdWalletChange.create({ data: change, select: { id: true } })
  return true
}

/** Does nothing where none is open. */
export async function endChange(
  tx: Transaction,
  { escrowId, end, at }: { escrowId: string; end: 'made' | 'withdrawn' | 'lapsed'; at: Date },
): Promise<void> {
  await tx.holdWalletChange.updateMany({ where: { escrowId, endedAt: null }, data: { end, endedAt: at } })
}
