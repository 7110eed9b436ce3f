/** A transaction that left one of our accounts, as it is kept: plain text and digits, read back by whoever looks at it. */
import { type Asset, isAsset } from '#app/domain/kernel/assets.ts'

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

/** Who said what an unexplained transaction was: it paid a payout past our books, or it is none of them. */
export type OutgoingAnswer = { kind: 'paid_elsewhere'; payoutId: string } | { kind: 'foreign' }

/** An answer as a form sends it: 'foreign' or the id of a payout. Null: none. */
export function readOutgoingAnswer(typed: string): OutgoingAnswer | null {
  if (typed === '') return null
  return typed === 'foreign' ? { kind: 'foreign' } : { kind: 'paid_elsewhere', payoutId: typed }
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
