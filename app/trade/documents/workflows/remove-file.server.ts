import { enqueue } from '#app/jobs/enqueue.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { isFileInUse } from '#app/trade/documents/db/documents.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** Queues the removal of a file in the transaction that deletes its row, so that it happens only after the commit. */
export async function queueFileRemoval(tx: Transaction, storageKey: string): Promise<void> {
  await enqueue(tx, { name: 'remove_file', payload: { storageKey } })
}

/** Removes a stored file that no row points at. Throws when the store does not answer; the job is retried. */
export async function removeFile(deps: Deps, { storageKey }: { storageKey: string }): Promise<void> {
  if (!(await isFileInUse(deps.db, storageKey))) await deps.storage.remove(storageKey)
}
