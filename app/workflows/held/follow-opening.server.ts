import { closeAttempt, type LiveAttempt } from '#app/db/custody/transfer-attempts.server.ts'
import { markOpened } from '#app/db/held/holds.server.ts'
import { writeEvent } from '#app/db/kernel/audit.server.ts'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import type { StellarKeeper } from '#app/ledgers/held.ts'
import type { WorkerDeps } from '#app/workflows/deps.ts'
import { openClearanceOf } from './clearance/ask-clearance.server.ts'

/**
 * Asks what became of an opening that is on its way; sends it again while the answer is open, if it may. What failed or can never be
 * included any more makes room for another account. Throws LedgerUnavailable.
 */
export async function followOpening(
  deps: WorkerDeps,
  { keeper, attempt, maySend }: { keeper: StellarKeeper; attempt: LiveAttempt; maySend: boolean },
): Promise<void> {
  const { id, agreementId, hash } = attempt
  if (agreementId === null) throw new Error(`attempt ${id} opens no account`)
  const outcome = await keeper.outcomeOf(attempt)
  if (outcome.kind === 'pending') {
    if (maySend) await keeper.submit(attempt)
    return
  }
  const at = deps.clock.now()
  const facts = { agreement: agreementId, network: 'stellar', hash }
  if (outcome.kind !== 'settled') {
    const why = outcome.kind === 'failed' ? { code: outcome.code, feePaid: outcome.feePaid } : {}
    await closeAttempt(deps.db, { id, state: outcome.kind, ...why, at })
    deps.log.warn({ ...facts, cause: why.code }, `the opening of a held account ${outcome.kind}; another is signed`)
    return
  }
  await inTransaction(deps.db, async (tx) => {
    if (!(await closeAttempt(tx, { id, state: 'settled', feePaid: outcome.feePaid, at }))) return
    const escrowId = await markOpened(tx, { id: agreementId, at: outcome.at })
    if (escrowId === null) return
    await enqueue(tx, { name: 'find_locks', payload: {} })
    await writeEvent(tx, { kind: 'hold_prepared', at, escrowId, detail: { agreementId, hash: outcome.hash } })
    await openClearanceOf(deps, tx, { escrowId, agreementId, now: at })
  })
  deps.log.info(facts, 'a held account was opened')
}
