/** The part of the port `Ledger` that tells what has left an account: every transaction that took something from it. */
import type { Asset, Network } from '#app/kernel/domain/assets.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'

/** A movement of value that an outgoing transaction made. */
export type OutgoingPayment = {
  /** Null: it went nowhere in particular (into an object of the ledger, out of a trustline). */
  to: string | null
  /** As in `LedgerPayment`. */
  asset: Asset | null
  assetLabel: string
  amount: Decimal
}

/** A final transaction that an account sent, paid the fee of, or lost value by; failed ones too, they use up a number. */
export type OutgoingTransaction = {
  network: Network
  /** Normalized. On Stellar the hash of the outer transaction when it is a fee bump. */
  hash: string
  /** What was signed as an envelope of ours would have this one: on Stellar the inner hash of a fee bump. */
  innerHash: string
  /** Whose number it used up. */
  source: string
  sequence: string
  usesTicket: boolean
  /** The ledger's own words: 'payment', 'TicketCreate'; several operations with commas. */
  type: string
  successful: boolean
  /** The ledger's own code when it failed. */
  code: string | null
  /** Memo, or destination tag. */
  memo: string | null
  /** Of the XRP Ledger. */
  invoiceId: string | null
  /** Empty when it failed. */
  payments: OutgoingPayment[]
  feePaid: Decimal
  feeAccount: string
  /** The highest number that the account has used, or the next one on the XRP Ledger; null when it used none of its own. */
  sequenceAfter: string | null
  ticketsMade: string[]
  ticketUsed: string | null
  at: Date
}

export type OutgoingPage = {
  transactions: OutgoingTransaction[]
  /** As in `PaymentsPage`. */
  cursor: string
  caughtUp: boolean
}

/** What an account has used up: compared with what its transactions account for. */
export type AccountNumbers = {
  /** As `sequenceAfter`. */
  sequence: string
  /** Tickets that are there. Empty on Stellar. */
  tickets: string[]
}

/** What leaves an account. All throw LedgerUnavailable. */
export interface Outgoing {
  /** A text that changes with everything that the account sends or gives; null: no such account. One question. */
  markOf(account: string): Promise<string | null>
  numbersOf(account: string): Promise<AccountNumbers>
  /** A cursor behind which nothing has happened yet. */
  head(): Promise<string>
  /** In ledger order, after a cursor (null: from the account's first that the server has). */
  outgoingOf(account: string, page: { after: string | null; limit: number }): Promise<OutgoingPage>
}
