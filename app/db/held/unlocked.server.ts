/** What was prepared for a ledger to hold, and has not been locked. */
import type { Database, Transaction } from '#app/db/kernel/client.server.ts'

/** Every wallet that was ever agreed for it. Lock the escrow first. */
export async function countAgreements(tx: Transaction, escrowId: string): Promise<number> {
  return tx.holdAgreement.count({ where: { escrowId } })
}

/**
 * What Stellar is to hold for this buyer and does not: escrows that may still be locked, and accounts opened within 30 days for which
 * nothing was locked, also of wallets that were replaced. The trigger `few_wait_for_the_ledger` asks the same.
 */
export async function countUnlocked(db: Database, { buyerId, at }: { buyerId: string; at: Date }): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    select "unlocked_holds"(${buyerId}::uuid, ${at}::timestamptz) as "count"`
  return row?.count ?? 0
}
