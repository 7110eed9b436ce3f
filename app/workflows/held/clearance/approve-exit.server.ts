import { hasApprovedExit, lockExitAboveLimit, storeExitApproval } from '#app/db/held/exit-limits.server.ts'
import { writeEvent } from '#app/db/kernel/audit.server.ts'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import { findExitsOfOwnChange } from '#app/db/kernel/own-changes.server.ts'
import { plain } from '#app/domain/kernel/money.ts'
import { type Refusal, refuse } from '#app/domain/kernel/refusal.ts'
import { looksLikeRowId } from '#app/domain/kernel/row-id.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import type { Deps } from '#app/workflows/deps.ts'

type Approval = { exitId: string; operatorId: string; reason: string; isSure: boolean }

/**
 * The second pair of eyes on a way out above a limit, as approvePayout is it on a payout; its wallets and shares never change.
 * Without `isSure` it is only asked whether it may be given. The caller has checked that `operatorId` is an operator. Refusals:
 * approval_reason_required; approval_not_wanted; approval_own_decision; approval_own_change.
 */
export async function approveExit(
  deps: Deps,
  { exitId, operatorId, reason, isSure }: Approval,
): Promise<{ exitId: string } | Refusal> {
  if (!looksLikeRowId(exitId)) return refuse('approval_not_wanted')
  return inTransaction(deps.db, async (tx) => {
    const exit = await lockExitAboveLimit(tx, exitId)
    if (!exit?.aboveLimit) {
      // A second click, or a second tab, of the one who has approved it.
      const isTheirs = isSure && (await hasApprovedExit(tx, { exitId, operatorId }))
      return isTheirs ? { exitId } : refuse('approval_not_wanted')
    }
    if (exit.decidedBy.includes(operatorId)) return refuse('approval_own_decision')
    const ownChanges = await findExitsOfOwnChange(tx, { operatorId, exitIds: [exitId] })
    if (ownChanges.size > 0) return refuse('approval_own_change')
    if (reason === '') return refuse('approval_reason_required', { field: 'reason' })
    if (!isSure) return { exitId }
    const { escrowId, usdValue, aboveLimit, asset, shares } = exit
    const at = deps.clock.now()
    await storeExitApproval(tx, { exitId, operatorId, usdValue, aboveLimit, reason, at })
    const paid = { toSeller: plain(shares.seller), toBuyer: plain(shares.buyer), asset }
    const detail = { exitId, ...paid, limit: aboveLimit, reason }
    await writeEvent(tx, { kind: 'payout_approved', at, escrowId, userId: operatorId, detail })
    await enqueue(tx, { name: 'follow_exit', payload: { escrowId } })
    return { exitId }
  })
}
