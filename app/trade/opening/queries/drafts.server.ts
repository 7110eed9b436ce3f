/** Escrows that their buyer is still drafting, and what became of a form that was sent. */
import type { Database } from '#app/kernel/db/client.server.ts'
import { findEscrowOfForm } from '#app/kernel/db/forms/form-tokens.server.ts'
import { type Draft, type DraftKey, findDraft } from '#app/trade/opening/db/drafts.server.ts'

export type { Draft, TypedFields } from '#app/trade/opening/db/drafts.server.ts'

/** Null until a step of this form was saved, and once its escrow is open. */
export async function readDraft(db: Database, key: DraftKey): Promise<Draft | null> {
  return findDraft(db, key)
}

/** The ID of the escrow that was opened last with this form; null while there is none. */
export async function openedByForm(db: Database, key: DraftKey): Promise<string | null> {
  return (await findEscrowOfForm(db, key))?.transactionId ?? null
}
