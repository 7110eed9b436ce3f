import { writeEvent } from '#app/db/kernel/audit.server.ts'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import { reopenCase } from '#app/db/ledger-payments/payment-cases.server.ts'
import { type Refusal, refuse } from '#app/domain/kernel/refusal.ts'
import { looksLikeRowId } from '#app/domain/kernel/row-id.ts'
import type { Deps } from '#app/workflows/deps.ts'

/**
 * An operator takes up a case again whose money was kept: its payer has written after all. The caller has checked that
 * `operatorId` is an operator. Refusal: case_not_kept (somebody was faster, or its money is not here any more).
 */
export async function takeUpCase(
  deps: Deps,
  { caseId: id, operatorId }: { caseId: string; operatorId: string },
): Promise<{ caseId: string } | Refusal> {
  if (!looksLikeRowId(id)) return refuse('case_not_kept')
  return inTransaction(deps.db, async (tx) => {
    const kept = await reopenCase(tx, id)
    if (kept === null) return refuse('case_not_kept')
    const detail = { caseId: id, outcome: kept.outcome }
    await writeEvent(tx, { kind: 'case_taken_up', at: deps.clock.now(), userId: operatorId, detail })
    return { caseId: id }
  })
}
