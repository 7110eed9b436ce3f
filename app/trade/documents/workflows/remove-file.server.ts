import { enqueue } from '#app/jobs/enqueue.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { isFileInUse } from '#app/trade/documents/db/documents.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** Asks for the removal of a file whose row this transaction deletes: it goes when the row does, and not before. */
export async function queueFileRemoval(tx: Transaction, storageKey: string): Promise<void> {
  await enqueue(tx, { name: 'remove_file', payload: { storageKey } })
}

/** Removes a stored file that no row points at. Throws when the store does not answer: the job is tried again. */
export async function removeFile(deps: Deps, { storageKey }: { storageKey: string }): Promise<void> {
  if (!(await isFileInUse(deps.db, storageKey))) await deps.storage.remove(storageKey)
}
