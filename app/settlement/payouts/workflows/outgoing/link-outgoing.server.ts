import { writeEvent } from '#app/kernel/db/audit.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { NETWORK_FACTS } from '#app/kernel/domain/assets.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import { bookByHand, bookNetworkFee, findOpening } from '#app/ledgers/books/db/books.server.ts'
import { toUnits } from '#app/ledgers/books/domain/units.ts'
import { type FittingCase, storeDenial, storeLink } from '#app/ledgers/payments/db/case-answers.server.ts'
import { closeCase } from '#app/ledgers/payments/db/payment-cases.server.ts'
import { explainOutgoing, type StoredOutgoing } from '#app/settlement/payouts/db/outgoing.server.ts'
import { onlyPayment } from '#app/settlement/payouts/domain/outgoing.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { settleUnexplainedStop } from './stop-unexplained.server.ts'

type Linking = {
  transaction: StoredOutgoing
  /** The cases whose money it paid out, the oldest first; locked, and not paid back. */
  linked: readonly FittingCase[]
  /** All others that it fits: of them it is denied. */
  others: readonly FittingCase[]
  by: string
  reason: string
  at: Date
}

/**
 * A payment out that none of our payouts explains paid out the money of these cases (decision 098): in one transaction it is
 * explained, they are closed by hand with its hash, and it is booked, so that what is owed ends and `by_hand` is nothing again. For
 * the other cases that it fits this counts as a first denial. The caller has locked the cases, then the transaction. Answers with
 * whether nothing on the ledger is unexplained any more. Throws the errors of triggers, which allow no more than left and came.
 */
export async function linkOutgoing(deps: Deps, tx: Transaction, linking: Linking): Promise<boolean> {
  const { transaction, linked, others, by, reason, at } = linking
  const { id: outgoingId, hash, network } = transaction
  if (transaction.explanation === null) {
    await explainOutgoing(tx, { id: outgoingId, explanation: 'foreign', payoutId: null, by, reason, at })
  }
  let left = linked[0]?.paid ?? new Decimal(0)
  for (const { caseId, amount, end, kind, asset } of linked) {
    const part = Decimal.min(left, amount)
    left = left.minus(part)
    await storeLink(tx, { outgoingId, caseId, amount: part, by, reason, at })
    if (end !== null) continue
    const closed = { id: caseId, by, outcome: reason, at, end: 'by_hand' as const, endHash: hash }
    if (!(await closeCase(tx, closed))) throw new Error(`case ${caseId} was closed while it was locked`)
    const detail = { caseId, case: kind, amount: plain(amount), asset, end: 'by_hand', hash, outcome: reason }
    await writeEvent(tx, { kind: 'case_closed', at, userId: by, detail })
  }
  for (const { caseId } of others) await storeDenial(tx, { outgoingId, caseId, by, reason, at })
  const caseIds = linked.map(({ caseId }) => caseId)
  const deniedIds = others.map(({ caseId }) => caseId)
  await writeEvent(tx, { kind: 'case_linked', at, userId: by, detail: { hash, network, caseIds, deniedIds, reason } })
  await book(tx, transaction)
  return settleUnexplainedStop(deps, tx, { network, by, reason })
}

/**
 * What left, against `by_hand`, as the next comparison would ask for it. Not what the opening balance of the account knows, and
 * only of plain payments: of others the ledger says what they changed (book-by-hand).
 */
async function book(tx: Transaction, { network, account, hash, closedAt: at, facts }: StoredOutgoing): Promise<void> {
  const payment = onlyPayment(facts)
  if (!payment?.asset) return
  const place = { network, account, asset: payment.asset }
  if (await isBefore(tx, place, at)) return
  await bookByHand(tx, { place, hash, units: -toUnits(new Decimal(payment.amount), payment.asset), at })
  const ofFee = { network, account, asset: NETWORK_FACTS[network].native }
  if (facts.feeAccount !== account || (await isBefore(tx, ofFee, at))) return
  await bookNetworkFee(tx, { place: ofFee, hash, units: toUnits(new Decimal(facts.feePaid), ofFee.asset), at })
}

async function isBefore(tx: Transaction, place: Parameters<typeof findOpening>[1], at: Date): Promise<boolean> {
  const opening = await findOpening(tx, place)
  return opening === null || opening.at > at
}
