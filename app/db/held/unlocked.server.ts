/** What was prepared for a ledger to hold, and has not been locked. */
import type { Database, Transaction } from '#app/db/kernel/client.server.ts'

/** Every wallet that was ever agreed for it. Lock the escrow first. */
export async function countAgreements(tx: Transaction, escrowId: string): Promise<number> {
  return tx.holdAgreement.count({ where: { escrowId } })
}

/**
 * Escrows of this buyer that Stellar is to hold and does not: those that may still be locked, and those that were called off after an
 * account was opened for them, from `since` on. The words of the trigger `few_wait_for_the_ledger`.
 */
export async function countUnlocked(
  db: Database,
  { buyerId, since }: { buyerId: string; since: Date },
): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    select "unlocked_holds"(${buyerId}::uuid, ${since}::timestamptz) as "count"`
  return Number(row?.count ?? 0)
}
