import { enqueue } from '#app/jobs/enqueue.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** Has the worker compare ledgers and books now. Requests are merged into one. */
export async function askForReconciliation(deps: Pick<Deps, 'db'>): Promise<void> {
  await inTransaction(deps.db, (tx) => enqueue(tx, { name: 'reconcile', payload: {} }))
}
