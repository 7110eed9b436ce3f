import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import {
  confirmDenial,
  findDoubts,
  isDoubted,
  lockAllUnmatched,
  storeDenial,
  wakePayback,
} from '#app/ledgers/payments/db/unmatched-answers.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

export type Denial = {
  caseId: string
  /** The outgoing payments as the operator read them. */
  seen: readonly string[]
  /** What was checked; stored with each of them. */
  reason: string
}

/**
 * Denies, for an operator, that explained outgoing payments paid back an unmatched payment (decision 098), as the first
 * or second operator. After two denials of each it waits no longer, and its payback continues. The caller has checked
 * that `operatorId` is an operator. Returns whether it still waits. Refusals: act_reason_required; denial_not_wanted
 * (the payments have changed, or there are none); denial_own (the second one must be somebody else).
 */
export async function denyDoubts(
  deps: Deps,
  asked: Denial & { operatorId: string },
): Promise<{ stillWaits: boolean } | Refusal> {
  const { caseId, seen, reason, operatorId: by } = asked
  if (reason === '') return refuse('act_reason_required', { field: 'reason' })
  if (!looksLikeRowId(caseId)) return refuse('denial_not_wanted')
  return inTransaction(deps.db, async (tx) => {
    await lockAllUnmatched(tx, [caseId])
    const doubts = (await findDoubts(tx, [caseId])).filter(({ isUnexplained }) => !isUnexplained)
    if (doubts.length === 0 || doubts.some(({ outgoingId }) => !seen.includes(outgoingId))) {
      return refuse('denial_not_wanted')
    }
    const denied = doubts.filter(({ denial }) => denial?.byId !== by)
    if (denied.length === 0) return refuse('denial_own')
    const at = deps.clock.now()
    for (const { outgoingId, denial, hash } of denied) {
      const said = { outgoingId, caseId, by, reason, at }
      if (denial === null) await storeDenial(tx, said)
      else if (!(await confirmDenial(tx, said)))
        throw new Error(`the denial of ${hash} was confirmed while its case was locked`)
      const detail = { caseId, hash, reason, isSecond: denial !== null }
      await writeEvent(tx, { kind: 'case_denied', at, userId: by, detail })
    }
    const stillWaits = await isDoubted(tx, caseId)
    const network = stillWaits ? null : await wakePayback(tx, caseId)
    if (network !== null) await enqueue(tx, { name: 'dispatch_payouts', payload: { network } })
    return { stillWaits }
  })
}
