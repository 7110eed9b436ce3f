import { findPaidFeeQuote, lockFeeQuote } from '#app/fees/db/fee-quotes.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { findReceiptFacts, storeBilled, storeSeller } from '#app/records/statement/db/fee-receipts.server.ts'
import {
  type Billed,
  correctableUntil,
  NOBODY_BILLED,
  type ReceiptSeller,
  readBilled,
  type TypedBilled,
} from '#app/records/statement/domain/receipt.ts'
import type { Deps } from '#app/workflow-deps.ts'

/**
 * Stores to whom the payer wants the receipt billed, or corrects it within 30 days of the first entry. The entry is
 * screened against the sanctions lists; the event does not repeat it. Refusals: receipt_settled (too late, or no such
 * receipt of this person), and those of readBilled.
 */
export async function makeOutReceipt(
  deps: Deps,
  { userId, number, typed }: { userId: string; number: number; typed: TypedBilled },
): Promise<{ is: 'saved' } | Refusal> {
  const billed = readBilled(typed)
  if (isRefusal(billed)) return billed
  const quote = await findPaidFeeQuote(deps.db, { userId, reference: number })
  if (!quote) return refuse('receipt_settled')
  return inTransaction(deps.db, async (tx) => {
    await lockFeeQuote(tx, quote.id)
    const at = deps.clock.now()
    const known = await findReceiptFacts(tx, number)
    const until = correctableUntil(known?.billedAt ?? null)
    if (isSame(billed, known?.billed ?? NOBODY_BILLED)) return { is: 'saved' }
    if (until && at > until) return refuse('receipt_settled')
    await storeBilled(tx, { number, billed, at })
    await writeEvent(tx, { kind: 'receipt_made_out', at, userId, detail: { number } })
    await enqueue(tx, { name: 'screen_person', payload: { userId } })
    return { is: 'saved' }
  })
}

function isSame(one: Billed, other: Billed): boolean {
  return one.name === other.name && one.address === other.address && one.taxNumber === other.taxNumber
}

/** Stores the seller and the tax line with a receipt that has none, for good. */
export async function keepSeller(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { number, seller }: { number: number; seller: ReceiptSeller },
): Promise<void> {
  await storeSeller(db, { number, seller, at: clock.now() })
}
