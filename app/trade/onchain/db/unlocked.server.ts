/** What was prepared for a ledger to hold, and has not been locked. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'

/** Every wallet that was ever agreed for it. Lock the escrow first. */
export async function countAgreements(tx: Transaction, escrowId: string): Promise<number> {
  return tx.holdAgreement.count({ where: { escrowId } })
}

/**
 * Escrows of this buyer that Stellar is to hold and does not: those that may still be locked, and those of a year for which an account was
 * opened and nothing locked. `allowed`: how many of them the buyer may have; none before a fee was paid. The trigger
 * `few_wait_for_the_ledger` asks the same.
 */
export async function countUnlocked(
  db: Database,
  { buyerId, at }: { buyerId: string; at: Date },
): Promise<{ count: number; allowed: number }> {
  const [row] = await db.$queryRaw<{ count: number; allowed: number }[]>`
    select "unlocked_holds"(${buyerId}::uuid, ${at}::timestamptz) as "count",
      "unlocked_holds_allowed"(${buyerId}::uuid) as "allowed"`
  return row ?? { count: 0, allowed: 0 }
}
