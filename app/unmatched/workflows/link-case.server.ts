import { closeFeeQuote, lockFeeQuote } from '#app/fees/db/fee-quotes.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import { type FittingCase, findFittingCases, lockCases } from '#app/ledgers/payments/db/case-answers.server.ts'
import { findQuoteOfCase } from '#app/ledgers/payments/db/payment-cases.server.ts'
import { lockOutgoing, type StoredOutgoing } from '#app/settlement/payouts/db/outgoing.server.ts'
import { casesLinkedWith } from '#app/settlement/payouts/domain/outgoing.ts'
import { linkOutgoing } from '#app/settlement/payouts/workflows/outgoing/link-outgoing.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { tellClaimants } from './tell-claimants.server.ts'

export type Linking = {
  outgoingId: string
  caseId: string
  /** How the operator knows; kept with the transaction and the cases. */
  reason: string
}

/** What linking would do, for the operator to read before saying yes. */
export type WeighedLink = { hash: string; linked: FittingCase[] }

/** Would it be possible, and what would it do? Changes nothing. Refuses as linkCase does. */
export async function weighLink(deps: Deps, asked: Linking): Promise<WeighedLink | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const checked = await check(tx, asked)
    return isRefusal(checked) ? checked : { hash: checked.transaction.hash, linked: checked.linked }
  })
}

/**
 * The operator says that a payment out past our books paid out the money of a case (decision 098), or of all cases with its memo
 * where it fits them together. They are closed by hand with its hash, and it is explained and booked. Nothing moves by it; whoever stated
 * the hash of such a payment is told that its case is closed. The caller has checked that `operatorId` is an operator.
 * Refusals: outgoing_reason_required; outgoing_explained (there is no such transaction, or it paid a payout of ours);
 * outgoing_cases_changed (it does not fit the case, or not any more).
 */
export async function linkCase(
  deps: Deps,
  asked: Linking & { operatorId: string },
): Promise<{ explainedAt: Date; isLast: boolean } | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const checked = await check(tx, asked)
    if (isRefusal(checked)) return checked
    const { operatorId: by, reason } = asked
    const at = deps.clock.now()
    const { linked } = checked
    // What comes for the quote of a fee from now on is a case of its own.
    for (const quoteId of checked.quotes) await closeFeeQuote(tx, quoteId)
    const isLast = await linkOutgoing(deps, tx, { ...checked, by, reason, at })
    for (const { caseId, hash } of linked) if (hash !== null) await tellClaimants(tx, { caseId, hash, knownTo: null })
    return { explainedAt: at, isLast }
  })
}

/** A payment out with the cases that it would be linked to, and those of which it would be denied; all are locked. */
export type LinkableOutgoing = { transaction: StoredOutgoing; linked: FittingCase[]; others: FittingCase[] }

type Checked = LinkableOutgoing & {
  /** Of fees whose money these cases are. */
  quotes: string[]
}

/** The quotes first, then the cases, then the transaction, as everybody who writes them does. */
async function check(tx: Transaction, asked: Linking): Promise<Checked | Refusal> {
  const { outgoingId, caseId, reason } = asked
  if (reason === '') return refuse('outgoing_reason_required', { field: 'reason' })
  if (!looksLikeRowId(outgoingId)) return refuse('outgoing_explained')
  const quotes: string[] = []
  for (const fit of casesLinkedWith(await findFittingCases(tx, [outgoingId]), caseId)) {
    const quoteId = await findQuoteOfCase(tx, fit.caseId)
    if (quoteId !== null) quotes.push(quoteId)
  }
  for (const quoteId of quotes.toSorted()) await lockFeeQuote(tx, quoteId)
  const linkable = await lockLinkable(tx, asked)
  if (linkable === null) return refuse('outgoing_explained')
  if (linkable.linked.length === 0) return refuse('outgoing_cases_changed', { field: 'answer' })
  return { ...linkable, quotes }
}

/** What linking this case to this payment out is about; null when there is none, or when it paid a payout of ours. */
export async function lockLinkable(
  tx: Transaction,
  { outgoingId, caseId }: Pick<Linking, 'outgoingId' | 'caseId'>,
): Promise<LinkableOutgoing | null> {
  const seen = await findFittingCases(tx, [outgoingId])
  await lockCases(
    tx,
    seen.map((fit) => fit.caseId),
  )
  const transaction = await lockOutgoing(tx, outgoingId)
  if (!transaction || transaction.payout !== null) return null
  const fits = await findFittingCases(tx, [outgoingId])
  const linked = casesLinkedWith(fits, caseId)
  return { transaction, linked, others: fits.filter((fit) => !fit.isAnswered && !linked.includes(fit)) }
}
