import { inTransaction } from '#app/db/kernel/client.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import type { Deps } from '#app/workflows/deps.ts'

/** Has the worker compare ledgers and books now. Asked for twice, it is done once. */
export async function askForReconciliation(deps: Pick<Deps, 'db'>): Promise<void> {
  await inTransaction(deps.db, (tx) => enqueue(tx, { name: 'reconcile', payload: {} }))
}
