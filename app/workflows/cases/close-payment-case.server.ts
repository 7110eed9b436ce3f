import { closeFeeQuote, lockFeeQuote } from '#app/db/fees/fee-quotes.server.ts'
import { writeEvent } from '#app/db/kernel/audit.server.ts'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import { closeCase, findQuoteOfCase, lockCase } from '#app/db/ledger-payments/payment-cases.server.ts'
import { plain } from '#app/domain/kernel/money.ts'
import { type Refusal, refuse } from '#app/domain/kernel/refusal.ts'
import { looksLikeRowId } from '#app/domain/kernel/row-id.ts'
import type { Deps } from '#app/workflows/deps.ts'

export type CaseEnd = {
  caseId: string
  operatorId: string
  /** What the operator read: a short fee may have become one that is owed back meanwhile. `amount` as plain digits. */
  seen: { kind: string; amount: string }
  /** What was done, with the hash of a payment if there was one; kept for whoever asks later. */
  outcome: string
}

/**
 * The operator says how a case ended; it then leaves the list (product.md §2). Nothing moves by it: what is paid back is
 * paid by hand before. A fee that never became whole ends with its case, so that money given back cannot pay it later. The caller has checked that `operatorId` is an operator. Refusals: case_outcome_required,
 * case_changed, case_closed (also for a case that does not exist).
 */
export async function closePaymentCase(deps: Deps, end: CaseEnd): Promise<{ closedAt: Date } | Refusal> {
  const { caseId: id, operatorId: by, seen, outcome } = end
  if (outcome === '') return refuse('case_outcome_required', { field: 'outcome' })
  if (!looksLikeRowId(id)) return refuse('case_closed')
  return inTransaction(deps.db, async (tx) => {
    // The quote first, as everybody who counts a payment for it does.
    const quoteId = await findQuoteOfCase(tx, id)
    if (quoteId) await lockFeeQuote(tx, quoteId)
    const closedAt = deps.clock.now()
    const known = await lockCase(tx, id)
    if (!known || known.closedAt) return refuse('case_closed')
    const amount = plain(known.amount)
    if (known.kind !== seen.kind || amount !== seen.amount) return refuse('case_changed')
    if (quoteId) await closeFeeQuote(tx, quoteId)
    if (!(await closeCase(tx, { id, by, outcome, at: closedAt }))) return refuse('case_closed')
    await writeEvent(tx, {
      kind: 'case_closed',
      at: closedAt,
      userId: by,
      detail: { caseId: id, case: known.kind, amount, asset: known.assetLabel, outcome },
    })
    return { closedAt }
  })
}
