import type { Transaction } from '#app/db/kernel/client.server.ts'

/** Whom to write to, and in which language. */
export async function findAddressee(tx: Transaction, userId: string) {
  return tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { id: true, name: true, email: true, emailConfirmedAt: true, locale: true, closedAt: true },
  })
}

/** The account with a normalized address; null when there is none. */
export async function findRecipientAt(tx: Transaction, email: string) {
  return tx.user.findUnique({ where: { email }, select: { locale: true, role: true, emailConfirmedAt: true } })
}
