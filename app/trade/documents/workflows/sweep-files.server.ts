import { eachAlone } from '#app/kernel/workflows/each-alone.ts'
import { deleteFileIntent, findOldFileIntents, markIntentsTried } from '#app/trade/documents/db/file-intents.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { removeFile } from './remove-file.server.ts'

/** No upload takes so long: what is older was interrupted. */
const ABANDONED_MS = 60 * 60_000
const MOST_AT_ONCE = 500

/**
 * Removes what interrupted uploads left in the store: files that were never kept, and files that were kept while the
 * transaction that should have written their row did not end well. A file that a row points at stays. One that cannot be
 * removed keeps no other waiting, and is tried again by the next sweep.
 */
export async function sweepFiles(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const before = new Date(now.getTime() - ABANDONED_MS)
  const intents = await findOldFileIntents(deps.db, { before, limit: MOST_AT_ONCE })
  // Those that stay behind go to the end of the line.
  await markIntentsTried(deps.db, { storageKeys: intents, at: now })
  const removeIntended = async (storageKey: string) => {
    await removeFile(deps, { storageKey })
    await deleteFileIntent(deps.db, storageKey)
  }
  const what = 'files of interrupted uploads could not be removed; they are tried again'
  await eachAlone(intents, { work: removeIntended, log: deps.log, what })
  const abandoned = await deps.storage.olderThan('incoming/', before)
  await eachAlone(abandoned, { work: (key) => deps.storage.remove(key), log: deps.log, what })
}
