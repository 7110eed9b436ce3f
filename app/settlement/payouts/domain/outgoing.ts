/** Facts of a transaction that left one of our accounts, stored as plain text and digits. */
import { type Asset, isAsset } from '#app/kernel/domain/assets.ts'

export type OutgoingFacts = {
  /** The ledger's own term. */
  type: string
  successful: boolean
  code: string | null
  usesTicket: boolean
  memo: string | null
  invoiceId: string | null
  /** Plain decimals. */
  payments: { to: string | null; asset: Asset | null; assetLabel: string; amount: string }[]
  feePaid: string
  feeAccount: string
}

/**
 * An operator's answer about an unexplained transaction: it paid a payout outside our books, it paid back an unmatched
 * payment (decision 098), or neither.
 */
export type OutgoingAnswer =
  | { kind: 'paid_elsewhere'; payoutId: string }
  | { kind: 'case'; caseId: string }
  | { kind: 'foreign' }

const OF_UNMATCHED = 'case:'

export const answerOfUnmatched = (caseId: string): string => OF_UNMATCHED + caseId

/** Reads a form's answer: 'foreign', a payout's id, or an unmatched payment's id after `case:`. Null: no answer. */
export function readOutgoingAnswer(typed: string): OutgoingAnswer | null {
  if (typed === '') return null
  if (typed.startsWith(OF_UNMATCHED)) return { kind: 'case', caseId: typed.slice(OF_UNMATCHED.length) }
  return typed === 'foreign' ? { kind: 'foreign' } : { kind: 'paid_elsewhere', payoutId: typed }
}

/** Plain payments: the books lack exactly what the transaction moved. */
const PLAIN_PAYMENTS: readonly string[] = ['payment', 'create_account', 'Payment']

/** The only payment of a transaction. Null: it did more, or something else. */
export function onlyPayment({ type, payments }: OutgoingFacts): OutgoingFacts['payments'][number] | null {
  const [payment] = payments
  return payment && payments.length === 1 && PLAIN_PAYMENTS.includes(type) ? payment : null
}

/** What left, to whom and by which transaction, the same in every language. */
export function summaryOf({ type, payments }: OutgoingFacts, hash: string): string {
  const moved = payments.map(({ amount, assetLabel, to }) => `${amount} ${assetLabel}${to === null ? '' : ` → ${to}`}`)
  return `${moved.join(', ') || type} (${hash})`
}

export function readOutgoingFacts(stored: unknown): OutgoingFacts {
  const facts = stored as OutgoingFacts
  return {
    ...facts,
    payments: facts.payments.map((payment) => ({
      ...payment,
      asset: payment.asset !== null && isAsset(payment.asset) ? payment.asset : null,
    })),
  }
}

type Fitting = { outgoingId: string; caseId: string; memo: string | null; together: boolean; end: string | null }

/**
 * Which unmatched payments a transaction pays back when an operator names `caseId`: that one, or all with the same memo
 * where it matches only their sum. One with a payback of ours is confirmed by that payback instead.
 */
export function unmatchedLinkedWith<Fit extends Fitting>(fits: readonly Fit[], caseId: string): Fit[] {
  const named = fits.find((fit) => fit.caseId === caseId && fit.end !== 'paid_back')
  if (!named) return []
  if (!named.together) return [named]
  return fits.filter(({ together, memo, end }) => together && memo === named.memo && end !== 'paid_back')
}
