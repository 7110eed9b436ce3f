import { askForLock, findAgreement } from '#app/db/held/holds.server.ts'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import type { Deps } from '#app/workflows/deps.ts'

/** Somebody waits on a page for what the buyer locks, or has just sent it: the ledger is asked for it next, and often from now on. */
export async function expectLock({ db, clock }: Pick<Deps, 'db' | 'clock'>, escrowId: string): Promise<void> {
  const agreement = await findAgreement(db, escrowId)
  if (!agreement) return
  await inTransaction(db, async (tx) => {
    if (await askForLock(tx, { id: agreement.id, at: clock.now() }))
      await enqueue(tx, { name: 'find_locks', payload: {} })
  })
}
