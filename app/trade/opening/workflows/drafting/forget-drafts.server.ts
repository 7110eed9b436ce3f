import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { inSlices } from '#app/kernel/db/in-slices.ts'
import { queueFileRemoval } from '#app/trade/documents/workflows/remove-file.server.ts'
import { type DraftKey, deleteDraft, findDraftsOf, findOldDrafts } from '#app/trade/opening/db/drafts.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** Days after the last change. */
const DAYS_KEPT = 14
const DAY_MS = 24 * 60 * 60_000

/** Removes old drafts and their files. */
export async function forgetOldDrafts(deps: Deps): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - DAYS_KEPT * DAY_MS)
  return inSlices(async (limit) => {
    const old = await findOldDrafts(deps.db, { before, limit })
    if (old.length > 0) await inTransaction(deps.db, (tx) => remove(tx, old))
    return old.length
  })
}

/** Removes the drafts of a closed account. */
export async function forgetDraftsOf(tx: Transaction, userId: string): Promise<void> {
  await remove(tx, await findDraftsOf(tx, userId))
}

async function remove(tx: Transaction, drafts: readonly DraftKey[]): Promise<void> {
  for (const draft of drafts) {
    const storageKey = await deleteDraft(tx, draft)
    if (storageKey !== null) await queueFileRemoval(tx, storageKey)
  }
}
