/** Forms that were sent: each page hands out a token of its own, and a token does its work once. */
import type { Database, Transaction } from './client.server.ts'
import { toDecimal } from './decimal.server.ts'

/** The escrow that this person's form led to, or null when it was not sent yet. */
export async function findSentEscrow(db: Database | Transaction, form: { token: string; userId: string }) {
  const sent = await db.formToken.findFirst({
    where: form,
    select: {
      escrow: { select: { id: true, transactionId: true, type: true, currency: true, amount: true, statedTxId: true } },
    },
  })
  return sent && { ...sent.escrow, amount: toDecimal(sent.escrow.amount) }
}

/** Throws (unique) when the same form is being stored by another request: its transaction then rolls back. */
export async function createSentForm(
  tx: Transaction,
  form: { token: string; userId: string; escrowId: string; usedAt: Date },
): Promise<void> {
  await tx.formToken.create({ data: form, select: { token: true } })
}

export async function deleteOldSentForms(db: Database, before: Date): Promise<number> {
  const { count } = await db.formToken.deleteMany({ where: { usedAt: { lt: before } } })
  return count
}
