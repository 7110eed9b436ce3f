/** Accounts that an operator suspended. Triggers of the table end their sessions and prevent new ones. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'

/** Compare-and-set: false when the account is already in the wanted state. */
export async function storeSuspension(tx: Transaction, lock: { userId: string; at: Date | null }): Promise<boolean> {
  const { userId, at } = lock
  const { count } = await tx.user.updateMany({
    where: { id: userId, lockedAt: at === null ? { not: null } : null },
    data: { lockedAt: at },
  })
  return count === 1
}

export async function isSuspended(db: Database | Transaction, userId: string): Promise<boolean> {
  const row = await db.user.findUnique({ where: { id: userId }, select: { lockedAt: true } })
  return row?.lockedAt != null
}
