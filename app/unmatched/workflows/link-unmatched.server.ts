import { closeFeeQuote, lockFeeQuote } from '#app/fees/db/fee-quotes.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import {
  type FittingUnmatched,
  findFittingUnmatched,
  lockAllUnmatched,
} from '#app/ledgers/payments/db/unmatched-answers.server.ts'
import { findQuoteOfUnmatched } from '#app/ledgers/payments/db/unmatched-payments.server.ts'
import { lockOutgoing, type StoredOutgoing } from '#app/settlement/payouts/db/outgoing.server.ts'
import { unmatchedLinkedWith } from '#app/settlement/payouts/domain/outgoing.ts'
import { linkOutgoing } from '#app/settlement/payouts/workflows/outgoing/link-outgoing.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { notifyClaimants } from './notify-claimants.server.ts'

export type Linking = {
  outgoingId: string
  caseId: string
  /** How the operator knows; stored with the transaction and the unmatched payments. */
  reason: string
}

/** What linking would do, for the operator to confirm. */
export type WeighedLink = { hash: string; linked: FittingUnmatched[] }

/** Checks the link without storing it. Refusals: those of linkUnmatched. */
export async function weighCaseLink(deps: Deps, asked: Linking): Promise<WeighedLink | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const checked = await check(tx, asked)
    return isRefusal(checked) ? checked : { hash: checked.transaction.hash, linked: checked.linked }
  })
}

/**
 * Links, for an operator, an outgoing payment outside our books to the unmatched payment that it paid back (decision
 * 098), or to all with its memo where it matches their sum. They are closed by hand with its hash, and it is explained
 * and booked. No money moves; those who claimed the hashes are notified. The caller has checked that `operatorId` is an
 * operator. Refusals: outgoing_reason_required; outgoing_explained (no such transaction, or it paid a payout of ours);
 * outgoing_cases_changed (it does not fit, or not any more).
 */
export async function linkUnmatched(
  deps: Deps,
  asked: Linking & { operatorId: string },
): Promise<{ explainedAt: Date; isLast: boolean } | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const checked = await check(tx, asked)
    if (isRefusal(checked)) return checked
    const { operatorId: by, reason } = asked
    const at = deps.clock.now()
    const { linked } = checked
    // Later payments for the quote become unmatched payments of their own.
    for (const quoteId of checked.quotes) await closeFeeQuote(tx, quoteId)
    const isLast = await linkOutgoing(deps, tx, { ...checked, by, reason, at })
    for (const { caseId, hash } of linked) if (hash !== null) await notifyClaimants(tx, { caseId, hash, knownTo: null })
    return { explainedAt: at, isLast }
  })
}

/** An outgoing payment with those to link and those to deny; all are locked. */
export type LinkableOutgoing = { transaction: StoredOutgoing; linked: FittingUnmatched[]; others: FittingUnmatched[] }

type Checked = LinkableOutgoing & {
  /** Fee quotes whose money the linked unmatched payments are. */
  quotes: string[]
}

/** Locks the quotes, then the unmatched payments, then the transaction, as everybody does. */
async function check(tx: Transaction, asked: Linking): Promise<Checked | Refusal> {
  const { outgoingId, caseId, reason } = asked
  if (reason === '') return refuse('outgoing_reason_required', { field: 'reason' })
  if (!looksLikeRowId(outgoingId)) return refuse('outgoing_explained')
  const quotes: string[] = []
  for (const fit of unmatchedLinkedWith(await findFittingUnmatched(tx, [outgoingId]), caseId)) {
    const quoteId = await findQuoteOfUnmatched(tx, fit.caseId)
    if (quoteId !== null) quotes.push(quoteId)
  }
  for (const quoteId of quotes.toSorted()) await lockFeeQuote(tx, quoteId)
  const linkable = await lockLinkable(tx, asked)
  if (linkable === null) return refuse('outgoing_explained')
  if (linkable.linked.length === 0) return refuse('outgoing_cases_changed', { field: 'answer' })
  return { ...linkable, quotes }
}

/** Finds and locks what the link concerns. Null: no such payment, or it paid a payout of ours. */
export async function lockLinkable(
  tx: Transaction,
  { outgoingId, caseId }: Pick<Linking, 'outgoingId' | 'caseId'>,
): Promise<LinkableOutgoing | null> {
  const seen = await findFittingUnmatched(tx, [outgoingId])
  await lockAllUnmatched(
    tx,
    seen.map((fit) => fit.caseId),
  )
  const transaction = await lockOutgoing(tx, outgoingId)
  if (!transaction || transaction.payout !== null) return null
  const fits = await findFittingUnmatched(tx, [outgoingId])
  const linked = unmatchedLinkedWith(fits, caseId)
  return { transaction, linked, others: fits.filter((fit) => !fit.isAnswered && !linked.includes(fit)) }
}
