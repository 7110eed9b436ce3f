/** On-chain escrows that were prepared and have no deposit. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'

/** Counts all wallets ever agreed for the escrow. Lock the escrow first. */
export async function countAgreements(tx: Transaction, escrowId: string): Promise<number> {
  return tx.holdAgreement.count({ where: { escrowId } })
}

/**
 * Counts the buyer's Stellar escrows without a deposit: those that can still get one, and those whose account was
 * opened within a year. `allowed`: how many the buyer may have; none before a fee was paid. The trigger
 * `few_wait_for_the_ledger` applies the same limit.
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
