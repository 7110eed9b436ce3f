import { inTransaction } from '#app/db/kernel/client.server.ts'
import { causeOf } from '#app/domain/kernel/cause.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import type { WorkerDeps } from '#app/workflows/deps.ts'
import { watchedAccounts } from '#app/workflows/ledger-payments/watched-accounts.ts'

/**
 * Streams of both ledgers wake the reading of payments; the stored cursor guarantees that none is missed, and the sweep
 * reads every minute in case a stream died. Answers with a stop.
 */
export function wakeOnActivity(deps: WorkerDeps): () => void {
  const stops = watchedAccounts(deps).map(({ network, account }) =>
    deps.ledgers[network].watch(account, () => {
      inTransaction(deps.db, (tx) => enqueue(tx, { name: 'ingest_payments', payload: { network, account } })).catch(
        (error: unknown) =>
          deps.log.warn({ network, cause: causeOf(error) }, 'the wake-up was lost; the sweep will read'),
      )
    }),
  )
  return () => {
    for (const stop of stops) stop()
  }
}
