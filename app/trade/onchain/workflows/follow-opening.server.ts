import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import type { StellarSponsor } from '#app/ledgers/onchain.ts'
import type { LiveAttempt } from '#app/settlement/custody/db/transfer-attempts.server.ts'
import { followTransfer } from '#app/settlement/payouts/workflows/move-transfer.server.ts'
import { markOpened } from '#app/trade/onchain/db/onchain-escrows.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { openClearanceOf } from './clearance/ask-clearance.server.ts'

/**
 * Polls an account opening in flight, and sends it again while its outcome is open, if it may. One that failed or can
 * never be included makes room for another account. Throws LedgerUnavailable.
 */
export async function followOpening(
  deps: WorkerDeps,
  { keeper, attempt, maySend }: { keeper: StellarSponsor; attempt: LiveAttempt; maySend: boolean },
): Promise<void> {
  const { id, agreementId } = attempt
  if (agreementId === null) throw new Error(`attempt ${id} opens no account`)
  await followTransfer(deps, {
    ...{ attempt, outcome: await keeper.outcomeOf(attempt), maySend, submit: keeper.submit },
    names: { agreement: agreementId },
    async onSettled(tx, { hash, at: openedAt }, now) {
      const escrowId = await markOpened(tx, { id: agreementId, at: openedAt })
      if (escrowId === null) return
      await enqueue(tx, { name: 'find_locks', payload: {} })
      await writeEvent(tx, { kind: 'hold_prepared', at: now, escrowId, detail: { agreementId, hash } })
      await openClearanceOf(deps, tx, { escrowId, agreementId, now })
    },
  })
}
