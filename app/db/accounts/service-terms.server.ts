/** Who accepted which terms of Quayside. */
import type { Database, Transaction } from '#app/db/kernel/client.server.ts'
import { TERMS_SUPPLEMENT, TERMS_VERSION, type TermsOccasion } from '#app/domain/accounts/service-terms.ts'

const NOW = { version: TERMS_VERSION, supplement: TERMS_SUPPLEMENT }

/** Has this person accepted the terms as they are now? */
export async function hasAcceptedNow(db: Database | Transaction, userId: string): Promise<boolean> {
  return (await db.serviceTermsAcceptance.count({ where: { userId, ...NOW } })) > 0
}

/** Since when the supplement counts for this person; null: not accepted. */
export async function findSupplementAcceptedAt(db: Database, userId: string): Promise<Date | null> {
  const row = await db.serviceTermsAcceptance.findFirst({ where: { userId, ...NOW }, select: { at: true } })
  return row?.at ?? null
}

/** The terms as they are now, accepted. Whoever has accepted them keeps the row of then. */
export async function storeAcceptance(
  tx: Transaction,
  accepted: { userId: string; occasion: TermsOccasion; escrowId: string | null; at: Date },
): Promise<void> {
  await tx.serviceTermsAcceptance.createMany({ data: [{ ...accepted, ...NOW }], skipDuplicates: true })
}
