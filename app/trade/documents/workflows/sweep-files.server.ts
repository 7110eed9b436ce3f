import { eachAlone } from '#app/kernel/workflows/each-alone.ts'
import { deleteFileIntent, findOldFileIntents, markIntentsTried } from '#app/trade/documents/db/file-intents.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { removeFile } from './remove-file.server.ts'

/** No upload takes longer: older files were interrupted. */
const ABANDONED_MS = 60 * 60_000
const MOST_AT_ONCE = 500

/**
 * Removes what interrupted uploads left in the store: files never moved to their key, and files whose transaction
 * failed. Files with a row stay. A file that cannot be removed does not block the others; the next sweep retries it.
 */
export async function sweepFiles(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const before = new Date(now.getTime() - ABANDONED_MS)
  const intents = await findOldFileIntents(deps.db, { before, limit: MOST_AT_ONCE })
  // Files that cannot be removed go to the end of the queue.
  await markIntentsTried(deps.db, { storageKeys: intents, at: now })
  const removeIntended = async (storageKey: string) => {
    await removeFile(deps, { storageKey })
    await deleteFileIntent(deps.db, storageKey)
  }
  const what = 'abandoned upload removal failed'
  await eachAlone(intents, { work: removeIntended, log: deps.log, what })
  const abandoned = await deps.storage.olderThan('incoming/', before)
  await eachAlone(abandoned, { work: (key) => deps.storage.remove(key), log: deps.log, what })
}
