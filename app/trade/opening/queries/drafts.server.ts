import type { Database } from '#app/kernel/db/client.server.ts'
import { findEscrowOfForm } from '#app/kernel/db/forms/form-tokens.server.ts'
import { type Draft, type DraftKey, findDraft } from '#app/trade/opening/db/drafts.server.ts'

export type { Draft, TypedFields } from '#app/trade/opening/db/drafts.server.ts'

/** Null: no step was saved yet, or the escrow is open already. */
export async function readDraft(db: Database, key: DraftKey): Promise<Draft | null> {
  return findDraft(db, key)
}

/** The ID of the escrow that was last opened with this form. Null: none yet. */
export async function openedByForm(db: Database, key: DraftKey): Promise<string | null> {
  return (await findEscrowOfForm(db, key))?.transactionId ?? null
}
