import { inTransaction } from '#app/db/kernel/client.server.ts'
import { findUnsentLetters } from '#app/db/letters/outbox.server.ts'
import { findNetworksWithPayouts } from '#app/db/payouts/due-payouts.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { watchedAccounts } from '#app/workflows/ledger-payments/watched-accounts.ts'

const NEGLECTED_MS = 45_000

/**
 * The net below the jobs: wakes every open row that nobody touched lately, and reads every account again in case a
 * stream died unnoticed. Rows hold the state; a job too many does nothing.
 */
export async function sweepOpenWork(deps: Deps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - NEGLECTED_MS)
  await inTransaction(deps.db, async (tx) => {
    for (const { network, account } of watchedAccounts(deps)) {
      await enqueue(tx, { name: 'ingest_payments', payload: { network, account } })
    }
    for (const network of await findNetworksWithPayouts(tx)) {
      await enqueue(tx, { name: 'dispatch_payouts', payload: { network } })
    }
    for (const letterId of await findUnsentLetters(tx, before)) {
      await enqueue(tx, { name: 'send_letter', payload: { letterId } })
    }
  })
}
