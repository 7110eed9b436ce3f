import { enqueue } from '#app/jobs/enqueue.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { watchedAccounts } from '#app/ledgers/payments/workflows/watched-accounts.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'

/** Most outgoing transactions are our payouts, read by their own round: others are read when that has settled. */
const OUTGOING_AFTER_MS = 15_000

/**
 * Streams of both ledgers wake the reading of payments and, a little later, of outgoing ones. The stored cursors
 * guarantee that none is missed; the sweep reads every minute in case a stream died. Returns a stop.
 */
export function wakeOnActivity(deps: WorkerDeps): () => void {
  const stops = watchedAccounts(deps).map(({ network, account }) =>
    deps.ledgers[network].watch(account, () => {
      const now = deps.clock.now()
      const after = { at: new Date(now.getTime() + OUTGOING_AFTER_MS), now }
      inTransaction(deps.db, async (tx) => {
        await enqueue(tx, { name: 'ingest_payments', payload: { network, account } })
        if (account === deps.accounts[network].escrow) {
          await enqueue(tx, { name: 'read_outgoing', payload: { network }, after })
        }
      }).catch((error: unknown) =>
        deps.log.warn({ network, cause: causeOf(error) }, 'payment reading job not enqueued'),
      )
    }),
  )
  return () => {
    for (const stop of stops) stop()
  }
}
