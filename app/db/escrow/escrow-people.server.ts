/** Who stands behind an escrow, by name and address: for the operator. The parties know each other by name only. */
import type { Database } from '#app/db/kernel/client.server.ts'

export async function findEscrowPeople(db: Database, escrowId: string) {
  const person = { select: { name: true, email: true } }
  return db.escrow.findUniqueOrThrow({
    where: { id: escrowId },
    select: {
      buyer: person,
      /** Bound by the first confirmation. */
      seller: person,
      /** Named by the buyer. */
      sellerEmail: true,
    },
  })
}

/** The escrow that a transaction paid into or was paid out of, whoever's it is. `hashes`: in the spellings of both ledgers. */
export async function findEscrowIdByHash(db: Database, hashes: string[]): Promise<string | null> {
  const [deposit, payout] = await Promise.all([
    db.ledgerPayment.findFirst({
      where: { hash: { in: hashes }, escrowId: { not: null } },
      select: { escrowId: true },
    }),
    db.payout.findFirst({ where: { settledHash: { in: hashes } }, select: { escrowId: true } }),
  ])
  return deposit?.escrowId ?? payout?.escrowId ?? null
}
