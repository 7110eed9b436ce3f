import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import {
  type FittingUnmatched,
  findFittingUnmatched,
  lockAllUnmatched,
  storeDenial,
} from '#app/ledgers/payments/db/unmatched-answers.server.ts'
import { lockOutgoing } from '#app/settlement/payouts/db/outgoing.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** Unmatched payments that an outgoing payment fits, and about which nobody has answered yet. */
export async function findUnansweredCases(tx: Transaction, outgoingId: string): Promise<FittingUnmatched[]> {
  return (await findFittingUnmatched(tx, [outgoingId])).filter(({ isAnswered }) => !isAnswered)
}

/**
 * Denies, for an operator, that an outgoing payment paid back the unmatched payments that it fits, without explaining
 * it (decision 098): the first of two denials. The caller has checked that `operatorId` is an operator. Refusals:
 * outgoing_reason_required; outgoing_explained (no such one); outgoing_cases_changed (`denied` lacks one).
 */
export async function denyUnmatched(
  deps: Deps,
  asked: { outgoingId: string; denied: readonly string[]; reason: string; operatorId: string },
): Promise<{ deniedIds: string[] } | Refusal> {
  const { outgoingId, denied, reason, operatorId: by } = asked
  if (reason === '') return refuse('outgoing_reason_required', { field: 'reason' })
  if (!looksLikeRowId(outgoingId)) return refuse('outgoing_explained')
  return inTransaction(deps.db, async (tx) => {
    await lockAllUnmatched(tx, denied)
    const transaction = await lockOutgoing(tx, outgoingId)
    if (!transaction) return refuse('outgoing_explained')
    const deniedIds = (await findUnansweredCases(tx, outgoingId)).map(({ caseId }) => caseId)
    if (deniedIds.some((caseId) => !denied.includes(caseId))) return refuse('outgoing_cases_changed')
    const at = deps.clock.now()
    for (const caseId of deniedIds) {
      await storeDenial(tx, { outgoingId, caseId, by, reason, at })
      const detail = { caseId, hash: transaction.hash, reason, isSecond: false }
      await writeEvent(tx, { kind: 'case_denied', at, userId: by, detail })
    }
    return { deniedIds }
  })
}
