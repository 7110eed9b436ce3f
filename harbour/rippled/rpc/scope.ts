/** What a server knows when it answers: the whole ledger, or what a lagging or pruned one has. */
import type { State } from '#harbour/rippled/engine/sandbox.ts'
import type { Transaction } from '#harbour/rippled/engine/transaction.ts'
import type { Header } from '#harbour/rippled/ledger/header.ts'
import type { Node } from '#harbour/rippled/ledger/node.ts'
import type { TransactionRecord } from '#harbour/rippled/ledger/record.ts'

export type Scope = {
  /** Oldest ledger whose transactions it has; later than `last`: none. */
  first: number
  /** Newest validated ledger. */
  last: number
  /** The open ledger. */
  current: { index: number; state: State }
  header(index: number): Header
  stateAt(index: number): State | null
  record(hash: string): TransactionRecord | undefined
  recordsOf(account: string): readonly TransactionRecord[]
  recordsIn(index: number): readonly TransactionRecord[]
  /** A transaction submitted to this server, whatever its result. */
  remembered(hash: string): Transaction | undefined
}

/** `lag`: how many ledgers the server is behind. */
export function scopeOf(node: Node, { historyFloor, lag }: { historyFloor: number; lag: number }): Scope {
  const { chain } = node
  const first = Math.max(historyFloor, chain.first)
  const last = Math.max(chain.last() - lag, chain.first)
  const knows = (record: TransactionRecord | undefined) =>
    record !== undefined && record.ledgerIndex >= first && record.ledgerIndex <= last
  const open = node.open()
  return {
    first,
    last,
    current: {
      index: last + 1,
      state: lag === 0 ? open.state : (chain.stateAt(last) ?? open.state),
    },
    header: chain.header,
    stateAt: (index) => (index >= chain.first && index <= last ? chain.stateAt(index) : null),
    record(hash) {
      const record = chain.record(hash)
      return knows(record) ? record : undefined
    },
    recordsOf: (account) => chain.recordsOf(account).filter(knows),
    recordsIn: (index) => (index >= first && index <= last ? chain.recordsIn(index) : []),
    // Not for one that is in a ledger: if that is pruned, the server knows nothing of it any more.
    remembered: (hash) => (lag === 0 && chain.record(hash) === undefined ? node.remembered.find(hash) : undefined),
  }
}

/** '32570-32612', '32570', or 'empty'. */
export function completeLedgers({ first, last }: Scope): string {
  if (first === last) return String(first)
  return first > last ? 'empty' : `${first}-${last}`
}
