import {
  hasApprovedClearance,
  lockClearanceAboveLimit,
  storeClearanceApproval,
} from '#app/db/held/clearances.server.ts'
import { writeEvent } from '#app/db/kernel/audit.server.ts'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import { findClearancesOfOwnChange } from '#app/db/kernel/own-changes.server.ts'
import { plain } from '#app/domain/kernel/money.ts'
import { type Refusal, refuse } from '#app/domain/kernel/refusal.ts'
import { looksLikeRowId } from '#app/domain/kernel/row-id.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import type { Deps } from '#app/workflows/deps.ts'

type Approval = { clearanceId: string; operatorId: string; reason: string; isSure: boolean }

/**
 * The second pair of eyes on what is to be locked above a limit, as approvePayout is it on a payout; its wallets and its amount never change.
 * Without `isSure` it is only asked whether it may be given. The caller has checked that `operatorId` is an operator. Refusals:
 * approval_reason_required; approval_not_wanted; approval_own_decision; approval_own_change.
 */
export async function approveClearance(
  deps: Deps,
  { clearanceId: id, operatorId, reason, isSure }: Approval,
): Promise<{ clearanceId: string } | Refusal> {
  if (!looksLikeRowId(id)) return refuse('approval_not_wanted')
  return inTransaction(deps.db, async (tx) => {
    const clearance = await lockClearanceAboveLimit(tx, id)
    if (!clearance) {
      // A second click, or a second tab, of the one who has approved it.
      const isTheirs = isSure && (await hasApprovedClearance(tx, { id, operatorId }))
      return isTheirs ? { clearanceId: id } : refuse('approval_not_wanted')
    }
    if (clearance.decidedBy.includes(operatorId)) return refuse('approval_own_decision')
    const ownChanges = await findClearancesOfOwnChange(tx, { operatorId, clearanceIds: [id] })
    if (ownChanges.size > 0) return refuse('approval_own_change')
    if (reason === '') return refuse('approval_reason_required', { field: 'reason' })
    if (!isSure) return { clearanceId: id }
    const { escrowId, aboveLimit: limit, asset, amount } = clearance
    const at = deps.clock.now()
    await storeClearanceApproval(tx, { id, operatorId, reason, at })
    const detail = { clearanceId: id, amount: plain(amount), asset, limit, reason }
    await writeEvent(tx, { kind: 'payout_approved', at, escrowId, userId: operatorId, detail })
    await enqueue(tx, { name: 'clear_lock', payload: { escrowId } })
    return { clearanceId: id }
  })
}
