import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import { findKeptUnmatched, reopenUnmatched } from '#app/ledgers/payments/db/unmatched-payments.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

export type TakingUp = {
  caseId: string
  /** Stored for later questions. */
  reason: string
}

/** Checks the reopening without storing it; returns the note of when it was kept. Refusals: those of takeUpUnmatched. */
export async function weighTakeUp(
  deps: Deps,
  asked: TakingUp,
): Promise<{ amount: string; assetLabel: string; outcome: string } | Refusal> {
  return inTransaction(deps.db, (tx) => check(tx, asked))
}

/**
 * Reopens an unmatched payment whose money was kept, because its payer has written. The caller has checked that
 * `operatorId` is an operator. Refusals: act_reason_required, case_not_kept (reopened already, or its money is gone).
 */
export async function takeUpUnmatched(
  deps: Deps,
  { operatorId, ...asked }: TakingUp & { operatorId: string },
): Promise<{ caseId: string } | Refusal> {
  const { caseId, reason } = asked
  return inTransaction(deps.db, async (tx) => {
    const kept = await check(tx, asked)
    if (isRefusal(kept)) return kept
    if (!(await reopenUnmatched(tx, caseId))) return refuse('case_not_kept')
    const detail = { caseId, outcome: kept.outcome, reason }
    await writeEvent(tx, { kind: 'case_taken_up', at: deps.clock.now(), userId: operatorId, detail })
    return { caseId }
  })
}

async function check(tx: Transaction, { caseId, reason }: TakingUp) {
  if (!looksLikeRowId(caseId)) return refuse('case_not_kept')
  const kept = await findKeptUnmatched(tx, caseId)
  if (kept === null) return refuse('case_not_kept')
  return reason === '' ? refuse('act_reason_required', { field: 'note' }) : kept
}
