/** Requested changes of accounts' email addresses. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'

export type NewEmailChange = {
  id: string
  userId: string
  fromEmail: string
  toEmail: string
  fromConfirmedAt: Date | null
  createdAt: Date
}

export type StoredEmailChange = NewEmailChange & { doneAt: Date | null; stoppedAt: Date | null }

export async function addEmailChange(tx: Transaction, change: NewEmailChange): Promise<void> {
  await tx.emailChange.create({ data: change, select: { id: true } })
}

export async function storeChangeDone(tx: Transaction, { id, at }: { id: string; at: Date }): Promise<void> {
  await tx.emailChange.update({ where: { id }, data: { doneAt: at }, select: { id: true } })
}

export async function storeChangeStopped(tx: Transaction, { id, at }: { id: string; at: Date }): Promise<void> {
  await tx.emailChange.update({ where: { id }, data: { stoppedAt: at }, select: { id: true } })
}

/**
 * Ends the links to new addresses, and the links that stop changes requested at `since` or later. Whoever stops a
 * stranger's first change stops all of them, and no later link restores one.
 */
export async function endChangesSince(
  tx: Transaction,
  { userId, since }: { userId: string; since: Date },
): Promise<void> {
  await tx.accountToken.deleteMany({
    where: {
      userId,
      OR: [{ purpose: 'change_email' }, { purpose: 'keep_email', emailChange: { createdAt: { gte: since } } }],
    },
  })
}

/** Does an escrow without a seller name the address? Only an account with this confirmed address can open it. */
export async function namesAddress(db: Database, email: string): Promise<boolean> {
  const row = await db.escrow.findFirst({
    where: { sellerEmail: email, sellerId: null, cancelledAt: null },
    select: { id: true },
  })
  return row !== null
}
