/** The operator's lists: which there are, what each tells of a row, and in which states its rows are. */

export const LISTS = ['escrows', 'deposits', 'fees', 'failed', 'payouts', 'people', 'letters', 'jobs'] as const
export type ListName = (typeof LISTS)[number]

export function listNameIn(text: string | undefined): ListName | null {
  return LISTS.find((known) => known === text) ?? null
}

/** Newest first; every other column is text as the database writes it, or null. */
export type ListRow = { id: string; at: Date } & Record<string, string | Date | null>

/**
 * How a page shows a column: `escrow` and `person` lead to their pages, `hash` to the ledger's explorer, `amount` has its asset in
 * the column of that name. `problem` is a code in the file, and words on the page.
 */
export type ColumnShape =
  | 'text'
  | 'code'
  | 'hash'
  | 'amount'
  | 'usd'
  | 'state'
  | 'escrow'
  | 'person'
  | 'purpose'
  | 'problem'

type ListFacts = {
  /** Beside the time, in their order; the file has the same ones. */
  columns: Readonly<Record<string, ColumnShape>>
  /** What only the file has: what a page writes together with another column. */
  fileOnly: readonly string[]
  states: readonly string[]
  hasAsset: boolean
  /** Does the search box find anything in it? */
  isSearched: boolean
}

export const LIST_FACTS: Record<ListName, ListFacts> = {
  escrows: {
    columns: { txid: 'escrow', state: 'state', amount: 'amount', buyer: 'person', seller: 'person', reference: 'code' },
    fileOnly: ['asset', 'heldBy'],
    states: ['unfunded', 'funded', 'released', 'refunded', 'cancelled'],
    hasAsset: true,
    isSearched: true,
  },
  deposits: {
    columns: {
      hash: 'hash',
      state: 'state',
      amount: 'amount',
      txid: 'escrow',
      person: 'person',
      from: 'code',
      memo: 'code',
      problem: 'problem',
    },
    fileOnly: ['asset', 'network'],
    states: ['counts', 'problem', 'float'],
    hasAsset: true,
    isSearched: true,
  },
  fees: {
    columns: {
      hash: 'hash',
      amount: 'amount',
      usd: 'usd',
      person: 'person',
      txid: 'escrow',
      from: 'code',
      reference: 'code',
    },
    fileOnly: ['asset', 'coupon'],
    states: [],
    hasAsset: true,
    isSearched: true,
  },
  failed: {
    columns: { hash: 'hash', person: 'person', reason: 'text', asset: 'text' },
    fileOnly: [],
    states: [],
    hasAsset: true,
    isSearched: true,
  },
  payouts: {
    columns: {
      purpose: 'purpose',
      state: 'state',
      amount: 'amount',
      txid: 'escrow',
      to: 'code',
      hash: 'hash',
      problem: 'problem',
    },
    fileOnly: ['asset', 'memo'],
    states: ['queued', 'held', 'blocked', 'signed', 'confirmed'],
    hasAsset: true,
    isSearched: true,
  },
  people: {
    columns: { person: 'person', name: 'text', state: 'state' },
    fileOnly: ['confirmedAt', 'paidAt', 'plan'],
    states: ['buyer', 'seller', 'admin', 'locked', 'closed'],
    hasAsset: false,
    isSearched: true,
  },
  letters: {
    columns: { email: 'text', kind: 'code', state: 'state', tries: 'text', error: 'text' },
    fileOnly: ['sentAt', 'language'],
    states: ['waiting', 'sent', 'given_up', 'withheld', 'overtaken'],
    hasAsset: false,
    isSearched: true,
  },
  jobs: {
    columns: { kind: 'code', state: 'state', tries: 'text', error: 'text' },
    fileOnly: ['runAt', 'key'],
    states: ['waiting', 'running', 'failed'],
    hasAsset: false,
    isSearched: false,
  },
}

/** A file has so many rows; who needs the rest asks for less. */
export const MOST_ROWS_OF_FILE = 50_000
