/** Forms that were sent: a page's token and the digest of the typed fields do their work once. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { inSlices } from '#app/kernel/db/in-slices.ts'

type SentForm = { token: string; userId: string; digest: string }

/** The escrow that this person's form led to. Null: not sent yet. */
export async function findSentEscrow(
  db: Database | Transaction,
  form: SentForm,
): Promise<{ id: string; transactionId: string } | null> {
  const sent = await db.formToken.findFirst({
    where: form,
    select: { escrow: { select: { id: true, transactionId: true } } },
  })
  return sent?.escrow ?? null
}

/** Throws (unique) when another request is storing the same form: this transaction then rolls back. */
export async function createSentForm(
  tx: Transaction,
  form: SentForm & { escrowId: string; usedAt: Date },
): Promise<void> {
  await tx.formToken.create({ data: form, select: { token: true } })
}

export async function deleteOldSentForms(db: Database, before: Date): Promise<number> {
  const where = { usedAt: { lt: before } }
  return inSlices(async (limit) => (await db.formToken.deleteMany({ where, limit })).count)
}

/** The escrow that was opened last with a form, whatever was typed. */
export async function findEscrowOfForm(
  db: Database,
  form: { token: string; userId: string },
): Promise<{ transactionId: string } | null> {
  const sent = await db.formToken.findFirst({
    where: form,
    orderBy: { usedAt: 'desc' },
    select: { escrow: { select: { transactionId: true } } },
  })
  return sent?.escrow ?? null
}
