/** Closed ledgers: headers, transactions by hash and by account, and the state after each of the latest. */
import { type Entry, indexOf } from '#harbour/rippled/engine/entries.ts'
import { ALL_DROPS } from '#harbour/rippled/engine/rules.ts'
import { type Header, ledgerHash, rootHash } from '#harbour/rippled/ledger/header.ts'
import type { TransactionRecord } from '#harbour/rippled/ledger/record.ts'

/** As many as a server of the public network keeps by default. */
const STATES_KEPT = 256

export type Entries = ReadonlyMap<string, Entry>

/** A change of the state: the entry at an index; null: removed. */
type EntryUpdate = readonly [index: string, entry: Entry | null]

export type ClosedLedger = {
  index: number
  closeTime: number
  transactions: TransactionRecord[]
  updates: EntryUpdate[]
  burnt: bigint
}

export type Chain = {
  /** Index of the first ledger. */
  readonly first: number
  /** Index of the last closed ledger, which is validated. */
  last(): number
  append(ledger: ClosedLedger): void
  /** Appends empty ledgers up to this index, their close times spread evenly. */
  appendEmpty(upTo: { index: number; closeTime: number }): void
  header(index: number): Header
  /** State after this ledger; null: too long ago. */
  stateAt(index: number): Entries | null
  record(hash: string): TransactionRecord | undefined
  /** Transactions of an account, oldest first. */
  recordsOf(account: string): readonly TransactionRecord[]
  recordsIn(index: number): readonly TransactionRecord[]
}

export type Genesis = {
  networkId: number
  /** Distinguishes this chain from one restarted under the same id: their ledger hashes differ. */
  origin: string
  index: number
  closeTime: number
  entries: Entry[]
}

export function startChain(genesis: Genesis): Chain {
  const { networkId, origin, index: first } = genesis
  const closeTimes = [genesis.closeTime]
  const byHash = new Map<string, TransactionRecord>()
  const byAccount = new Map<string, TransactionRecord[]>()
  const byLedger = new Map<number, TransactionRecord[]>()
  /** Drops in existence from a ledger on, and states likewise; newest last. */
  const supplies = [{ from: first, drops: ALL_DROPS }]
  let states: { from: number; entries: Entries }[] = [
    { from: first, entries: new Map(genesis.entries.map((entry) => [indexOf(entry), entry])) },
  ]
  const last = () => first + closeTimes.length - 1

  function keep(record: TransactionRecord): void {
    byHash.set(record.hash, record)
    for (const account of record.accounts) {
      const records = byAccount.get(account)
      if (records === undefined) byAccount.set(account, [record])
      else records.push(record)
    }
  }

  function changeState(from: number, updates: readonly EntryUpdate[]): void {
    const entries = new Map(states.at(-1)?.entries)
    for (const [index, entry] of updates) {
      if (entry === null) entries.delete(index)
      else entries.set(index, entry)
    }
    states.push({ from, entries })
    const oldest = from - STATES_KEPT
    states = states.filter((_, position) => (states[position + 1]?.from ?? from) > oldest)
  }

  const hashAt = (index: number) =>
    ledgerHash({ networkId, origin, index, transactions: (byLedger.get(index) ?? []).map(({ hash }) => hash) })
  const closeTimeAt = (index: number) => closeTimes[Math.max(index - first, 0)] ?? 0

  return {
    first,
    last,
    append(ledger) {
      if (ledger.index !== last() + 1) throw new Error(`Ledger ${ledger.index} does not follow ledger ${last()}.`)
      closeTimes.push(ledger.closeTime)
      if (ledger.transactions.length > 0) byLedger.set(ledger.index, ledger.transactions)
      ledger.transactions.forEach(keep)
      if (ledger.updates.length > 0) changeState(ledger.index, ledger.updates)
      if (ledger.burnt > 0n) {
        supplies.push({ from: ledger.index, drops: (supplies.at(-1)?.drops ?? ALL_DROPS) - ledger.burnt })
      }
    },
    appendEmpty(upTo) {
      const from = { index: last(), closeTime: closeTimeAt(last()) }
      const step = (upTo.closeTime - from.closeTime) / Math.max(upTo.index - from.index, 1)
      for (let ahead = 1; ahead <= upTo.index - from.index; ahead += 1) {
        closeTimes.push(Math.floor(from.closeTime + ahead * step))
      }
    },
    header(index) {
      const state = states.findLast(({ from }) => from <= index)
      const transactions = byLedger.get(index) ?? []
      return {
        index,
        hash: hashAt(index),
        parentHash: index === first ? '0'.repeat(64) : hashAt(index - 1),
        accountHash: rootHash('state', [networkId, state?.from ?? first]),
        transactionHash: rootHash(
          'transactions',
          transactions.map(({ hash }) => hash),
        ),
        closeTime: closeTimeAt(index),
        parentCloseTime: closeTimeAt(index - 1),
        totalCoins: supplies.findLast(({ from }) => from <= index)?.drops ?? ALL_DROPS,
      }
    },
    stateAt(index) {
      if (index <= last() - STATES_KEPT) return null
      return states.findLast(({ from }) => from <= index)?.entries ?? null
    },
    record: (hash) => byHash.get(hash),
    recordsOf: (account) => byAccount.get(account) ?? [],
    recordsIn: (index) => byLedger.get(index) ?? [],
  }
}
