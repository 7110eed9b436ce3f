/** Addresses that people want instead of those of their accounts. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'

export type NewEmailChange = {
  id: string
  userId: string
  fromEmail: string
  toEmail: string
  fromConfirmedAt: Date | null
  createdAt: Date
}

/** With what became of it. */
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
 * Links to new addresses are dead, and so are those that stop what was asked for since: whoever stops the first change of a
 * stranger has stopped them all, and nobody's later link brings one back.
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

/** Escrows that are open to the account only while it has this confirmed address: no seller is bound to them yet. */
export async function namesAddress(db: Database, email: string): Promise<boolean> {
  const row = await db.escrow.findFirst({
    where: { sellerEmail: email, sellerId: null, cancelledAt: null },
    select: { id: true },
  })
  return row !== null
}
