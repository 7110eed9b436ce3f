/** A transaction that left one of our accounts, as it is kept: plain text and digits, read back by whoever looks at it. */
import { type Asset, isAsset } from '#app/kernel/domain/assets.ts'

export type OutgoingFacts = {
  /** The ledger's own words. */
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
 * What an operator says that an unexplained transaction was: it paid a payout past our books, it paid out the money of a case
 * (decision 098), or it is none of them.
 */
export type OutgoingAnswer =
  | { kind: 'paid_elsewhere'; payoutId: string }
  | { kind: 'case'; caseId: string }
  | { kind: 'foreign' }

const OF_CASE = 'case:'

/** The answer that names a case, as a form sends it. */
export const answerOfCase = (caseId: string): string => OF_CASE + caseId

/** An answer as a form sends it: 'foreign', the id of a payout, or that of a case behind `case:`. Null: none. */
export function readOutgoingAnswer(typed: string): OutgoingAnswer | null {
  if (typed === '') return null
  if (typed.startsWith(OF_CASE)) return { kind: 'case', caseId: typed.slice(OF_CASE.length) }
  return typed === 'foreign' ? { kind: 'foreign' } : { kind: 'paid_elsewhere', payoutId: typed }
}

/** Plain payments, of which what left is what the ledger's books lack. */
const PLAIN_PAYMENTS: readonly string[] = ['payment', 'create_account', 'Payment']

/** The one payment that a transaction consists of; null where it did more, or something else. */
export function onlyPayment({ type, payments }: OutgoingFacts): OutgoingFacts['payments'][number] | null {
  const [payment] = payments
  return payment && payments.length === 1 && PLAIN_PAYMENTS.includes(type) ? payment : null
}

/** What left, to whom and by which transaction, in signs that are the same in every language. */
export function summaryOf({ type, payments }: OutgoingFacts, hash: string): string {
  const moved = payments.map(({ amount, assetLabel, to }) => `${amount} ${assetLabel}${to === null ? '' : ` → ${to}`}`)
  return `${moved.join(', ') || type} (${hash})`
}

/** Facts as the database gives them back. */
export function readFacts(stored: unknown): OutgoingFacts {
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
 * Which of the cases that one transaction fits it pays out when an operator names `caseId`: that one, or all with the same memo where it fits
 * them together alone. A case that is being paid back is confirmed by its payout instead, and none of them.
 */
export function casesLinkedWith<Fit extends Fitting>(fits: readonly Fit[], caseId: string): Fit[] {
  const named = fits.find((fit) => fit.caseId === caseId && fit.end !== 'paid_back')
  if (!named) return []
  if (!named.together) return [named]
  return fits.filter(({ together, memo, end }) => together && memo === named.memo && end !== 'paid_back')
}
