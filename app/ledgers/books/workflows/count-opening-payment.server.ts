import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import {
  countAsOurs,
  findOpeningPayments,
  lockCaseOf,
  type OpeningPayment,
} from '#app/ledgers/books/db/opening-payments.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/**
 * An operator confirms that a payment from before the first reference is our own money: the account's funding, read as
 * a deposit by a version that did not open the books first (decision 094). Books it as ours, closes its case, requests
 * a reconciliation. The caller checked that `operatorId` is an operator. Null: it is not, or no longer, such a payment.
 */
export async function countOpeningPayment(
  deps: Pick<Deps, 'db' | 'clock'>,
  said: { paymentId: string; operatorId: string; reason: string },
): Promise<OpeningPayment | null> {
  const { paymentId, operatorId, reason } = said
  return inTransaction(deps.db, async (tx) => {
    await lockCaseOf(tx, paymentId)
    const payment = (await findOpeningPayments(tx)).find(({ id }) => id === paymentId)
    if (!payment) return null
    const at = deps.clock.now()
    await countAsOurs(tx, { id: paymentId, operatorId, reason, at })
    const { network, hash, from, to, asset, amount } = payment
    const detail = { network, hash, from, account: to, asset, amount: plain(amount), reason }
    await writeEvent(tx, { kind: 'counted_as_opening', at, userId: operatorId, detail })
    await enqueue(tx, { name: 'reconcile', payload: {} })
    return payment
  })
}
