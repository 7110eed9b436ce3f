/** Versions for pages. Read them before the page's own rows: a change in between is noticed then. */

import { normalizeEscrowId } from '#app/escrow/domain/escrow-id.ts'
import { findEscrowVersion, findFeeVersion } from '#app/live/db/news.server.ts'
import { nameOf } from '#app/live/domain/subject.ts'
import { deps } from '#app/runtime.server.ts'

export type PageVersion = { of: string; since: string }

/** By the typed escrow ID. Null: no escrow ID, or not found. Checks no permission. */
export async function versionOfTyped(typed: string): Promise<PageVersion | null> {
  const transactionId = normalizeEscrowId(typed)
  const found = transactionId === null ? null : await findEscrowVersion(deps.db, transactionId)
  return found && { of: nameOf({ kind: 'escrow', id: found.id }), since: found.version }
}

export async function versionOfFee(userId: string): Promise<PageVersion | null> {
  const since = await findFeeVersion(deps.db, userId)
  return since === null ? null : { of: nameOf({ kind: 'fee', id: userId }), since }
}
