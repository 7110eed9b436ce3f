/** The escrow and the reference of a /submit form. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { findSentEscrow } from '#app/kernel/db/forms/form-tokens.server.ts'
import { findSubmitForm } from '#app/kernel/db/forms/submit-forms.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { lockReferences } from '#app/ledgers/references/db/references.server.ts'
import { findEscrowOfReference } from '#app/trade/opening/db/openings.server.ts'
import { formDigest } from './form-digest.server.ts'
import type { EscrowSubmission } from './submission.ts'

/** Returns the escrow opened with the same form: same token, same values. Null: none. */
export async function findSent(
  db: Database,
  submission: EscrowSubmission,
): Promise<{ escrowId: string; transactionId: string } | null> {
  const { formToken: token, buyerId: userId } = submission
  if (!token) return null
  const escrow = await findSentEscrow(db, { token, userId, digest: formDigest(submission) })
  return escrow && { escrowId: escrow.id, transactionId: escrow.transactionId }
}

/**
 * In manual mode the buyer has paid with the reference that the form showed, so it must be used. Null in automatic
 * mode, where only the escrow's page shows a reference: the form keeps its own, also if it is open in two tabs.
 */
export async function findShownNumber(
  db: Database,
  { type, formToken: token, buyerId: userId }: EscrowSubmission,
): Promise<number | null | Refusal> {
  if (type !== 'manual') return null
  const form = token ? await findSubmitForm(db, { token, userId }) : null
  return form?.reference ?? refuse('memo_not_reserved', { field: 'txid' })
}

/** Locks the reference for the new escrow. Refuses if another escrow has it. */
export async function holdShownNumber(tx: Transaction, number: number): Promise<Refusal | null> {
  await lockReferences(tx, [number])
  const other = await findEscrowOfReference(tx, number)
  const values = other && { memo: String(number), txid: other.transactionId }
  return values && refuse('memo_taken', { field: 'txid', values })
}
