import type { Transaction } from '#app/kernel/db/client.server.ts'
import { type Network, networkOf } from '#app/kernel/domain/assets.ts'

export async function findAddressee(tx: Transaction, userId: string) {
  return tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { id: true, name: true, email: true, emailConfirmedAt: true, locale: true, closedAt: true },
  })
}

/** The account with a normalized address. Null: none. */
export async function findRecipientAt(tx: Transaction, email: string) {
  return tx.user.findUnique({ where: { email }, select: { locale: true, role: true, emailConfirmedAt: true } })
}

/** The ledger of an on-chain escrow, and its end date. Null: Quayside holds the money. */
export async function findHolder(tx: Transaction, transactionId: string): Promise<{ on: Network; until: Date } | null> {
  const escrow = await tx.escrow.findUnique({
    where: { transactionId },
    select: { currency: true, hold: { select: { deadline: true } } },
  })
  return escrow?.hold ? { on: networkOf(escrow.currency), until: escrow.hold.deadline } : null
}
