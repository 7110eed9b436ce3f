import { inTransaction } from '#app/db/kernel/client.server.ts'
import { writeNote } from '#app/db/kernel/desk-notes.server.ts'
import { findPayout, requeueFailed } from '#app/db/payouts/payouts.server.ts'
import { type Refusal, refuse } from '#app/domain/kernel/refusal.ts'
import { looksLikeRowId } from '#app/domain/kernel/row-id.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { writePayoutEvent } from '#app/workflows/payouts/tell-of-payout.server.ts'

/**
 * The operator sends a payout again that the ledger had included several times without paying; whatever stood in its way
 * has been mended. Nothing can be paid twice: all its envelopes are proved not to have paid. The caller has checked that
 * `operatorId` is an operator. Refusal: payout_not_failed (somebody was faster, or it waits for a wallet).
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
