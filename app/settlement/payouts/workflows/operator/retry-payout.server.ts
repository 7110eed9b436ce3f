import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeNote } from '#app/kernel/db/admin-notes.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import { findPayout, requeueFailed } from '#app/settlement/payouts/db/payouts.server.ts'
import { writePayoutEvent } from '#app/settlement/payouts/workflows/notify-of-payout.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/**
 * Retries a payout that the ledger included several times without paying, once the cause is fixed. It cannot pay twice:
 * all its envelopes are proved not to have paid. The caller has checked that `operatorId` is an operator. Refusal:
 * payout_not_failed (retried already, or it waits for a wallet).
 */
export async function retryPayout(
  deps: Deps,
  retried: { payoutId: string; operatorId: string; reason: string },
): Promise<{ payoutId: string } | Refusal> {
  const { payoutId } = retried
  if (!looksLikeRowId(payoutId)) return refuse('payout_not_failed')
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const payout = await findPayout(tx, payoutId)
    if (!payout || !(await requeueFailed(tx, { id: payoutId, at: now }))) return refuse('payout_not_failed')
    const { operatorId, reason } = retried
    await writeNote(tx, {
      id: deps.newId(),
      kind: 'retry_payout',
      about: { payoutId, ...(payout.escrowId !== null && { escrowId: payout.escrowId }) },
      text: reason,
      byId: operatorId,
      at: now,
    })
    await writePayoutEvent(tx, { payout, what: 'resumed', at: now, userId: operatorId, detail: { reason } })
    await enqueue(tx, { name: 'dispatch_payouts', payload: { network: payout.network } })
    return { payoutId }
  })
}
