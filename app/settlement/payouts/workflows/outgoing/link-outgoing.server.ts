import { writeEvent } from '#app/kernel/db/audit.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { NETWORK_FACTS } from '#app/kernel/domain/assets.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import { bookByHand, bookNetworkFee, findOpening } from '#app/ledgers/books/db/books.server.ts'
import { toUnits } from '#app/ledgers/books/domain/units.ts'
import { type FittingUnmatched, storeDenial, storeLink } from '#app/ledgers/payments/db/unmatched-answers.server.ts'
import { closeUnmatched } from '#app/ledgers/payments/db/unmatched-payments.server.ts'
import { explainOutgoing, type StoredOutgoing } from '#app/settlement/payouts/db/outgoing.server.ts'
import { onlyPayment } from '#app/settlement/payouts/domain/outgoing.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { settleUnexplainedStop } from './stop-unexplained.server.ts'

type Linking = {
  transaction: StoredOutgoing
  /** The unmatched payments that it paid back, oldest first; locked, without a payback of ours. */
  linked: readonly FittingUnmatched[]
  /** All others that it fits; it is denied for them. */
  others: readonly FittingUnmatched[]
  by: string
  reason: string
  at: Date
}

/**
 * Links an outgoing payment that no payout explains to the unmatched payments that it paid back (decision 098). In one
 * transaction it is explained and booked, and they are closed by hand with its hash: nothing is owed, and `by_hand` is
 * 0 again. The others that it fits get a first denial. The caller has locked the unmatched payments, then the
 * transaction. True: nothing on the ledger is unexplained. Throws the errors of triggers: no more than left and came.
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
    if (!(await closeUnmatched(tx, closed))) throw new Error(`case ${caseId} was closed while it was locked`)
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
 * Books what left against `by_hand`, as the next comparison would. Skips what the account's opening balance includes,
 * and all but plain payments, whose changes the ledger itself reports (book-by-hand).
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
