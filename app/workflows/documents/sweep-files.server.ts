import { deleteFileIntent, findOldFileIntents } from '#app/db/documents/file-intents.server.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { removeFile } from './remove-file.server.ts'

/** No upload takes so long: what is older was interrupted. */
const ABANDONED_MS = 60 * 60_000
const MOST_AT_ONCE = 500

/**
 * Removes what interrupted uploads left in the store: files that were never kept, and files that were kept while the
 * transaction that should have written their row did not end well. A file that a row points at stays.
 */
export async function sweepFiles(deps: Deps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - ABANDONED_MS)
  for (const key of await deps.storage.olderThan('incoming/', before)) await deps.storage.remove(key)
  for (const storageKey of await findOldFileIntents(deps.db, { before, limit: MOST_AT_ONCE })) {
    await removeFile(deps, { storageKey })
    await deleteFileIntent(deps.db, storageKey)
  }
}
