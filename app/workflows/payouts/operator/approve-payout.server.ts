import { writeEvent } from '#app/db/kernel/audit.server.ts'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import { findPayoutsOfOwnChange } from '#app/db/kernel/own-changes.server.ts'
import { hasApproved, lockAboveLimit, storeApproval } from '#app/db/payouts/payout-limits.server.ts'
import { lockSubject } from '#app/db/payouts/payouts.server.ts'
import { networkOf } from '#app/domain/kernel/assets.ts'
import { plain } from '#app/domain/kernel/money.ts'
import { type Refusal, refuse } from '#app/domain/kernel/refusal.ts'
import { looksLikeRowId } from '#app/domain/kernel/row-id.ts'
import { isSameWallet, type Wallet } from '#app/domain/kernel/wallet.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import type { Deps } from '#app/workflows/deps.ts'

export type Approval = {
  payoutId: string
  operatorId: string
  /** Where the money goes, as the operator read it: an approval counts for this wallet only. */
  seen: Wallet
  /** What was checked; kept for whoever asks later. */
  reason: string
}

/**
 * The second pair of eyes on a payout above a limit (decision 020); it then goes on by itself. Without `isSure` it is only
 * asked whether it may be given. The caller has checked that `operatorId` is an operator. Refusals: approval_reason_required;
 * approval_not_wanted (approved by somebody else, paid, or meant for another wallet by now); approval_own_decision;
 * approval_own_change (of the account of somebody whose money it is, also when it was confirmed).
 */
export async function approvePayout(
  deps: Deps,
  { isSure, ...approval }: Approval & { isSure: boolean },
): Promise<{ payoutId: string } | Refusal> {
  const { payoutId, operatorId, seen, reason } = approval
  if (!looksLikeRowId(payoutId)) return refuse('approval_not_wanted')
  return inTransaction(deps.db, async (tx) => {
    // The escrow or the case first, then the payout, as everybody who moves a payout does.
    await lockSubject(tx, payoutId)
    const payout = await lockAboveLimit(tx, payoutId)
    if (!payout?.aboveLimit || !isSameWallet(payout, seen)) {
      // A second click, or a second tab, of the one who has approved it.
      const isTheirs = isSure && (await hasApproved(tx, { payoutId, operatorId, wallet: seen }))
      return isTheirs ? { payoutId } : refuse('approval_not_wanted')
    }
    if (payout.decidedBy.includes(operatorId)) return refuse('approval_own_decision')
    const ownChanges = await findPayoutsOfOwnChange(tx, { operatorId, payoutIds: [payoutId] })
    if (ownChanges.size > 0) return refuse('approval_own_change')
    if (reason === '') return refuse('approval_reason_required', { field: 'reason' })
    if (!isSure) return { payoutId }
    const { escrowId, usdValue, aboveLimit, asset, amount } = payout
    const at = deps.clock.now()
    await storeApproval(tx, { payoutId, operatorId, wallet: seen, usdValue, aboveLimit, reason, at })
    await writeEvent(tx, {
      kind: 'payout_approved',
      at,
      ...(escrowId !== null && { escrowId }),
      userId: operatorId,
      detail: { payoutId, amount: plain(amount), asset, limit: aboveLimit, ...seen, reason },
    })
    await enqueue(tx, { name: 'dispatch_payouts', payload: { network: networkOf(asset) } })
    return { payoutId }
  })
}
