/** The admin lists: their names, columns and states. */

export const ADMIN_LISTS = ['escrows', 'deposits', 'fees', 'failed', 'payouts', 'people', 'letters', 'jobs'] as const
export type AdminListName = (typeof ADMIN_LISTS)[number]

export function listNameIn(text: string | undefined): AdminListName | null {
  return ADMIN_LISTS.find((known) => known === text) ?? null
}

/** Apart from `id` and `at`, each column is text as the database writes it, or null. */
export type ListRow = { id: string; at: Date } & Record<string, string | Date | null>

/**
 * How a page shows a column: `escrow` and `person` link to their pages, `hash` to the ledger's explorer. `amount` takes
 * its asset from the column `asset`. `problem` is a code in the CSV file, and a sentence on the page.
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
  /** Beside the time, in display order; the CSV file has the same ones. */
  columns: Readonly<Record<string, ColumnShape>>
  /** Only in the CSV file: a page shows them within another column. */
  fileOnly: readonly string[]
  states: readonly string[]
  hasAsset: boolean
  /** Whether the search box looks into this list. */
  isSearched: boolean
}

export const LIST_FACTS: Record<AdminListName, ListFacts> = {
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

/** A CSV file ends after so many rows; a narrower filter returns the rest. */
export const MOST_ROWS_OF_FILE = 50_000
