/** The part of the port `Ledger` that reads what has left an account: every transaction that took something from it. */
import type { Asset, Network } from '#app/kernel/domain/assets.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'

export type OutgoingPayment = {
  /** Null: no recipient (it went into an object of the ledger, or out of a trust line). */
  to: string | null
  /** As in `LedgerPayment`. */
  asset: Asset | null
  assetLabel: string
  amount: Decimal
}

/** A final transaction that an account sent, paid the fee of, or lost value by. Also failed ones: they use a number. */
export type OutgoingTransaction = {
  network: Network
  /** Normalized. On Stellar the outer hash of a fee bump. */
  hash: string
  /** The hash that a signed envelope of ours would have: on Stellar the inner hash of a fee bump. */
  innerHash: string
  /** The account whose number it used up. */
  source: string
  sequence: string
  usesTicket: boolean
  /** The ledger's own names: 'payment', 'TicketCreate'; several operations separated by commas. */
  type: string
  successful: boolean
  /** The ledger's own code when it failed. */
  code: string | null
  /** Memo, or destination tag. */
  memo: string | null
  /** XRP Ledger only. */
  invoiceId: string | null
  /** Empty when it failed. */
  payments: OutgoingPayment[]
  feePaid: Decimal
  feeAccount: string
  /** The highest number that the account has used, or the next one on the XRP Ledger; null: it used none of its own. */
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

/** What an account has used up, to compare with its transactions. */
export type AccountNumbers = {
  /** As `sequenceAfter`. */
  sequence: string
  /** Unused ones. Empty on Stellar. */
  tickets: string[]
}

/** What leaves an account. All throw LedgerUnavailable. */
export interface Outgoing {
  /** A text that changes with everything that the account sends or pays; null: no such account. One request. */
  markOf(account: string): Promise<string | null>
  numbersOf(account: string): Promise<AccountNumbers>
  /** A cursor after everything that has happened. */
  head(): Promise<string>
  /** In ledger order, after a cursor (null: from the account's first transaction that the server has). */
  outgoingOf(account: string, page: { after: string | null; limit: number }): Promise<OutgoingPage>
}
