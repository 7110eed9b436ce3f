import { deleteExpiredTokens } from '#app/db/accounts/account-tokens.server.ts'
import { deleteExpiredSessions } from '#app/db/accounts/sessions.server.ts'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import { deleteOldSentForms } from '#app/db/kernel/form-tokens.server.ts'
import { findUnsentLetters } from '#app/db/letters/outbox.server.ts'
import { findNeglectedPayouts } from '#app/db/payouts/payouts.server.ts'
import type { Network } from '#app/domain/kernel/assets.ts'
import { NETWORKS } from '#app/domain/kernel/assets.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { sweepFiles } from '#app/workflows/documents/sweep-files.server.ts'

const NEGLECTED_MS = 45_000
/** A form that is sent again after this time is a new one. */
const SENT_FORM_MS = 7 * 24 * 60 * 60_000

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
    for (const payoutId of await findNeglectedPayouts(tx, before)) {
      await enqueue(tx, { name: 'release_funds', payload: { payoutId } })
    }
    for (const letterId of await findUnsentLetters(tx, before)) {
      await enqueue(tx, { name: 'send_letter', payload: { letterId } })
    }
  })
}

/** The accounts whose payments we read: fee income and client money on both ledgers. */
export function watchedAccounts(deps: Pick<Deps, 'accounts'>): { network: Network; account: string }[] {
  return NETWORKS.flatMap((network) =>
    [deps.accounts[network].fee, deps.accounts[network].escrow].map((account) => ({ network, account })),
  )
}

/** Removes expired sessions, links of letters and tokens of forms, and the leavings of interrupted uploads. */
export async function tidyUp(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  await deleteExpiredSessions(deps.db, now)
  await deleteExpiredTokens(deps.db, now)
  await deleteOldSentForms(deps.db, new Date(now.getTime() - SENT_FORM_MS))
  await sweepFiles(deps)
}
