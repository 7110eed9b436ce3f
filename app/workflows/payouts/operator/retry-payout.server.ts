import { writeEvent } from '#app/db/kernel/audit.server.ts'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import { findPayout, requeueFailed } from '#app/db/payouts/payouts.server.ts'
import { type Refusal, refuse } from '#app/domain/kernel/refusal.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import type { Deps } from '#app/workflows/deps.ts'

/**
 * The operator sends a payout again that the ledger had included several times without paying; whatever stood in its way
 * has been mended. Nothing can be paid twice: all its envelopes are proved not to have paid. The caller has checked that
 * `operatorId` is an operator. Refusal: payout_not_failed (somebody was faster, or it waits for a wallet).
 */
export async function retryPayout(
  deps: Deps,
  retried: { payoutId: string; operatorId: string },
): Promise<{ payoutId: string } | Refusal> {
  const { payoutId } = retried
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const payout = await findPayout(tx, payoutId)
    if (!payout || !(await requeueFailed(tx, { id: payoutId, at: now }))) return refuse('payout_not_failed')
    await writeEvent(tx, {
      kind: payout.purpose === 'release' ? 'release_resumed' : 'refund_resumed',
      at: now,
      escrowId: payout.escrowId,
      userId: retried.operatorId,
    })
    await enqueue(tx, { name: 'dispatch_payouts', payload: { network: payout.network } })
    return { payoutId }
  })
}
