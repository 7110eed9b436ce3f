/** Who has to do with an escrow. */
import type { Database, Transaction } from '#app/db/kernel/client.server.ts'
import type { Somebody } from '#app/domain/escrow/escrow-party.ts'

/** Who stands behind an escrow, by name and address: for the operator. The parties know each other by name only. */
export async function findEscrowPeople(db: Database, escrowId: string) {
  const person = { select: { name: true, email: true } }
  return db.escrow.findUniqueOrThrow({
    where: { id: escrowId },
    select: {
      buyer: { select: { ...person.select, pilotReferredBy: { select: { email: true } } } },
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

/** A person as the rules about an escrow's parties know one. Throws when there is none. */
export async function findSomebody(db: Database | Transaction, userId: string): Promise<Somebody> {
  const { email, emailConfirmedAt } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, emailConfirmedAt: true },
  })
  return { id: userId, email, hasConfirmedEmail: emailConfirmedAt !== null }
}
