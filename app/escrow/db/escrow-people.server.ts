import { type Act, type Person, sideFor } from '#app/escrow/domain/permissions.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { OF_ACCOUNT } from '#app/kernel/db/transfer-kinds.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { findEscrow, type StoredEscrow } from './escrows.server.ts'

/** Names and addresses, for operators. The parties know each other only by name. */
export async function findEscrowPeople(db: Database, escrowId: string) {
  const person = { select: { name: true, email: true } }
  return db.escrow.findUniqueOrThrow({
    where: { id: escrowId },
    select: {
      buyer: { select: { ...person.select, pilotReferredBy: { select: { email: true } } } },
      /** Bound by accepting the terms or by confirming. */
      seller: person,
      /** Named by the buyer. */
      sellerEmail: true,
    },
  })
}

/** Returns the escrow that a transaction paid into or was paid out of. `hashes`: in the spellings of both ledgers. */
export async function findEscrowIdByHash(db: Database, hashes: string[]): Promise<string | null> {
  const [deposit, payout] = await Promise.all([
    db.ledgerPayment.findFirst({
      where: { hash: { in: hashes }, escrowId: { not: null } },
      select: { escrowId: true },
    }),
    db.transfer.findFirst({ where: { ...OF_ACCOUNT, settledHash: { in: hashes } }, select: { escrowId: true } }),
  ])
  return deposit?.escrowId ?? payout?.escrowId ?? null
}

/** A person as the rules about permissions know one. Throws when there is none. */
export async function findSomebody(db: Database | Transaction, userId: string): Promise<Person> {
  const { email, emailConfirmedAt, role } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, emailConfirmedAt: true, role: true },
  })
  return { id: userId, email, hasConfirmedEmail: emailConfirmedAt !== null, role }
}

/** Returns the escrow with the person who may do this, and their side; null: not permitted, or no such escrow. */
export async function findPermitted(
  db: Database | Transaction,
  ask: { escrowId: string } & ({ userId: string } | { buyerId: string } | { sellerId: string }),
  act: Act,
): Promise<{ escrow: StoredEscrow; person: Person; side: Reader } | null> {
  const escrow = await findEscrow(db, ask.escrowId)
  if (!escrow) return null
  const userId = 'userId' in ask ? ask.userId : 'buyerId' in ask ? ask.buyerId : ask.sellerId
  const person = await findSomebody(db, userId)
  const side = sideFor(escrow, person, act)
  return side && { escrow, person, side }
}
