/** The server's ledger as a whole: takes transactions in, closes ledgers, tells who listens. */
import { randomUUID } from 'node:crypto'
import { encode, hashes } from 'xrpl'
import { type Entry, NO_TRANSACTION } from '#harbour/rippled/engine/entries.ts'
import { accountsIn, type Metadata } from '#harbour/rippled/engine/metadata.ts'
import type { Transaction } from '#harbour/rippled/engine/transaction.ts'
import type { Chain } from '#harbour/rippled/ledger/chain.ts'
import { openChronicle } from '#harbour/rippled/ledger/chronicle.ts'
import { type Header, ledgerTime } from '#harbour/rippled/ledger/header.ts'
import { buildLedger } from '#harbour/rippled/ledger/ledger-builder.ts'
import {
  type Admission,
  type Fate,
  type OpenLedger,
  openLedger,
  type Pending,
} from '#harbour/rippled/ledger/open-ledger.ts'
import type { TransactionRecord } from '#harbour/rippled/ledger/record.ts'

/** As on the public network, whose first ledgers are lost: a client that asks from ledger 1 on is told off here too. */
const FIRST_LEDGER = 32_570

export type NodeOptions = {
  networkId: number
  journalFile: string | null
  genesis: { address: string; drops: string; flags?: number }[]
  deletableAfter: number
  now: () => Date
}

/** A transaction of a kind that this ledger cannot make itself, as somebody recorded it elsewhere. */
export type Recorded = {
  /** `Amount` or `DeliverMax`; fields that were not signed are left out. */
  transaction: Record<string, unknown>
  meta: Metadata
  /** Default: computed from the transaction. */
  hash?: string
  /** False: in a closed ledger that was not validated. Default true. */
  isValidated?: boolean
}

export type Node = {
  readonly chain: Chain
  open(): OpenLedger
  submit(transaction: Transaction, how: { failHard: 'fail_hard' | 'keep'; fate: Fate }): Admission
  /** Goes into the next ledger as it is, without touching the state. */
  place(recorded: Recorded): void
  /** Returns the index of the ledger that was closed. */
  closeLedger(): number
  onClosed(listener: (index: number) => void): void
  close(): void
}

export function startNode(options: NodeOptions): Node {
  const settings = { networkId: options.networkId, deletableAfter: options.deletableAfter }
  const chronicle = openChronicle({
    journalFile: options.journalFile,
    genesis: {
      networkId: options.networkId,
      origin: randomUUID(),
      index: FIRST_LEDGER,
      closeTime: ledgerTime(options.now()),
      entries: options.genesis.map(genesisAccount),
    },
  })
  const { chain } = chronicle
  const listeners: ((index: number) => void)[] = []
  let placed: Recorded[] = []
  const openAfter = (parent: Header, waiting: Pending[]) => {
    const { index, closeTime: parentCloseTime } = parent
    return openLedger(latestState(chain), { ...settings, index: index + 1, parentCloseTime, waiting })
  }
  let open = openAfter(chain.header(chain.last()), [])

  return {
    chain,
    open: () => open,
    submit: (transaction, { failHard, fate }) => open.admit({ transaction, fate }, failHard),
    place(recorded) {
      placed.push(recorded)
    },
    closeLedger() {
      const { index } = open
      const parent = chain.header(chain.last())
      // The clock of a computer may be set back, the ledger's never runs backwards.
      const closeTime = Math.max(ledgerTime(options.now()), parent.closeTime)
      const build = { ...settings, index, parentCloseTime: parent.closeTime, closeTime }
      const { ledger, waiting } = buildLedger(latestState(chain), open.pending(), build)
      const foreign = placed.map((recorded, position) =>
        recordOf(recorded, { ledgerIndex: index, transactionIndex: ledger.transactions.length + position }),
      )
      placed = []
      chronicle.append({ ...ledger, transactions: [...ledger.transactions, ...foreign] })
      open = openAfter(chain.header(index), waiting)
      for (const listener of listeners) listener(index)
      return index
    },
    onClosed(listener) {
      listeners.push(listener)
    },
    close: () => chronicle.close(),
  }
}

function latestState(chain: Chain) {
  const entries = chain.stateAt(chain.last())
  if (entries === null) throw new Error(`The state of ledger ${chain.last()} is missing.`)
  return entries
}

function genesisAccount({ address, drops, flags = 0 }: NodeOptions['genesis'][number]): Entry {
  return {
    LedgerEntryType: 'AccountRoot',
    Account: address,
    Balance: drops,
    Flags: flags,
    OwnerCount: 0,
    Sequence: FIRST_LEDGER,
    PreviousTxnID: NO_TRANSACTION,
    PreviousTxnLgrSeq: 0,
  }
}

/** Fields that answers add to a transaction. */
const UNSIGNED_FIELDS = [
  'hash',
  'date',
  'ledger_index',
  'ledger_hash',
  'inLedger',
  'ctid',
  'meta',
  'metaData',
  'status',
  'validated',
]

function recordOf(recorded: Recorded, at: { ledgerIndex: number; transactionIndex: number }): TransactionRecord {
  const { DeliverMax: deliverMax, ...fields } = recorded.transaction
  const json = Object.fromEntries(Object.entries(fields).filter(([name]) => !UNSIGNED_FIELDS.includes(name)))
  if (deliverMax !== undefined) json.Amount ??= deliverMax
  const meta = { ...recorded.meta, TransactionIndex: at.transactionIndex }
  return {
    hash: recorded.hash ?? hashes.hashSignedTx(encode(json as never)),
    ledgerIndex: at.ledgerIndex,
    json,
    meta,
    accounts: accountsIn(meta),
    isValidated: recorded.isValidated ?? true,
  }
}
