import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { networkOf } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import { isSameWallet, type Wallet } from '#app/kernel/domain/wallet.ts'
import {
  type Approved,
  isApproved,
  lockAboveLimit,
  storeApproval,
} from '#app/settlement/payouts/db/approvals.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

type Approval = Approved & {
  operatorId: string
  /** The wallet that the operator read; the approval counts for it alone. */
  seen: Wallet
  /** What was checked; stored for later questions. */
  reason: string
  isSure: boolean
}

/**
 * A second person approves a payout above a limit, or an on-chain deposit (docs/decisions/020, 119); it then
 * continues. Without `isSure` it only checks. The caller has checked that `operatorId` is an operator. Refusals:
 * approval_reason_required; approval_not_wanted (approved by somebody else, paid, deposited, or for another wallet
 * now); approval_own_decision; approval_own_change (of a party's account, also when it was confirmed).
 */
export async function approve(deps: Deps, approval: Approval): Promise<{ id: string } | Refusal> {
  const { payoutId, clearanceId, operatorId, seen, reason, isSure } = approval
  const of = payoutId === undefined ? { clearanceId } : { payoutId }
  if (!looksLikeRowId(payoutId ?? clearanceId)) return refuse('approval_not_wanted')
  return inTransaction(deps.db, async (tx) => {
    const above = await lockAboveLimit(tx, { ...of, operatorId })
    if (!above || !isSameWallet(above, seen)) {
      // A second click or tab of the operator who approved it.
      const isTheirs = isSure && (await isApproved(tx, { ...of, operatorId, wallet: seen }))
      return isTheirs ? { id: payoutId ?? clearanceId } : refuse('approval_not_wanted')
    }
    if (above.own) return refuse(above.own === 'decision' ? 'approval_own_decision' : 'approval_own_change')
    if (reason === '') return refuse('approval_reason_required', { field: 'reason' })
    const { id, escrowId, usdValue, aboveLimit, asset, amount } = above
    if (!isSure) return { id }
    const at = deps.clock.now()
    await storeApproval(tx, { ...of, operatorId, wallet: seen, usdValue, aboveLimit, reason, at })
    await writeEvent(tx, {
      kind: 'payout_approved',
      at,
      ...(escrowId !== null && { escrowId }),
      userId: operatorId,
      detail: { ...of, amount: plain(amount), asset, limit: aboveLimit, ...seen, reason },
    })
    if (above.isLock && escrowId !== null) await enqueue(tx, { name: 'clear_lock', payload: { escrowId } })
    else await enqueue(tx, { name: 'dispatch_payouts', payload: { network: networkOf(asset) } })
    return { id }
  })
}
