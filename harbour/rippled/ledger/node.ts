/** The server's ledger as a whole: accepts transactions, closes ledgers, notifies listeners. */
import { randomUUID } from 'node:crypto'
import { indexOf } from '#harbour/rippled/engine/entries.ts'
import { mayApplyLater, type ResultCode } from '#harbour/rippled/engine/results.ts'
import { accountIn } from '#harbour/rippled/engine/sandbox.ts'
import type { Transaction } from '#harbour/rippled/engine/transaction.ts'
import { leastFeeOf, NO_LOAD } from '#harbour/rippled/engine/transactor.ts'
import type { Chain } from '#harbour/rippled/ledger/chain.ts'
import { openChronicle } from '#harbour/rippled/ledger/chronicle.ts'
import { FUNDING_GENESIS, fundingPayments, settled, unknownTo } from '#harbour/rippled/ledger/funding.ts'
import { type GenesisAccount, genesisAccount } from '#harbour/rippled/ledger/genesis-account.ts'
import { closeTimeAfter, type Header, ledgerTime } from '#harbour/rippled/ledger/header.ts'
import { buildLedger } from '#harbour/rippled/ledger/ledger-builder.ts'
import {
  type Attempt,
  type Fate,
  NO_FATE,
  type OpenView,
  openView,
  type Pending,
} from '#harbour/rippled/ledger/open-view.ts'
import { type Recorded, recordOf } from '#harbour/rippled/ledger/recorded.ts'
import {
  dropsOf,
  type LedgerSizes,
  openFeeMetrics,
  REFERENCE_LEVEL,
  STANDALONE_SIZES,
} from '#harbour/rippled/queue/fee-levels.ts'
import { openOwnTransactions } from '#harbour/rippled/queue/own-transactions.ts'
import { openRemembered, type Remembered } from '#harbour/rippled/queue/remembered.ts'
import { levelsOf, openTransactionQueue, type TransactionQueue } from '#harbour/rippled/queue/transaction-queue.ts'

/** As on the public network, whose first ledgers are lost: a client that asks from ledger 1 on is refused here, too. */
const FIRST_LEDGER = 32_570

/** Between two of the empty ledgers at the start of a chain. */
const SECONDS_PER_LEDGER = 4

export type NodeOptions = {
  networkId: number
  journalFile: string | null
  genesis: GenesisAccount[]
  deletableAfter: number
  now: () => Date
  /** Index of the first ledger of a new chain. Default 32,570. */
  firstLedger?: number
  /** Part of the hashes of a new chain's ledgers. Default: unique. */
  origin?: string | undefined
  /** Capacity of ledgers at the base fee. Default 1000, as in rippled's standalone mode. */
  ledgerSizes?: LedgerSizes
  /** True: the only account of the first ledger pays those of the genesis in the next one. */
  fundsByPayment?: boolean
  /** Number of empty ledgers of a new chain. Default 1. */
  ledgers?: number
}

export type Admission = {
  result: ResultCode
  /** To the open ledger. */
  isApplied: boolean
  isQueued: boolean
  /** This server retries it in later ledgers, or has it in the open one. */
  isKept: boolean
  /** Minimum drops that get a transaction like this into the open ledger now. */
  openLedgerCost: bigint
  /** The account's sequence in the open ledger, and the first that is not in the queue either. */
  sequence: { next: number; available: number }
}

/** Other users, who only fill the ledgers. */
export type Crowd = {
  /** Transactions that each ledger takes at the base fee. */
  ledgerLimit: number
  /** Transactions of others in each open ledger, at the base fee. */
  others: number
}

/** A transaction in the open ledger, with its provisional result. */
export type Proposed = { transaction: Transaction; result: ResultCode }

export type Node = {
  readonly chain: Chain
  readonly queue: TransactionQueue
  readonly remembered: Remembered
  open(): OpenView
  submit(transaction: Transaction, how: { failHard: 'fail_hard' | 'keep'; fate: Fate }): Admission
  /** Current fee levels. */
  levels(): { open: bigint; queue: bigint; median: bigint; expectedSize: number }
  /** Null: no others. */
  crowd(crowd: Crowd | null): void
  /** NO_LOAD: idle. */
  loadFactor: number
  /** Puts it into the next ledger as it is, without changing the state. */
  place(recorded: Recorded): void
  /** Returns the index of the closed ledger. */
  closeLedger(): number
  onClosed(listener: (index: number) => void): void
  /** Notifies of each transaction that enters the open ledger. */
  onProposed(listener: (proposed: Proposed) => void): void
  close(): void
}

export function startNode(options: NodeOptions): Node {
  const { now, firstLedger = FIRST_LEDGER, ledgerSizes = STANDALONE_SIZES } = options
  const settings = { networkId: options.networkId, deletableAfter: options.deletableAfter }
  const chronicle = openChronicle({
    journalFile: options.journalFile,
    genesis: {
      networkId: options.networkId,
      origin: options.origin ?? randomUUID(),
      index: firstLedger,
      closeTime: ledgerTime(now()) - SECONDS_PER_LEDGER * ((options.ledgers ?? 1) - 1),
      entries: (options.fundsByPayment ? FUNDING_GENESIS : options.genesis).map((account) =>
        genesisAccount(account, firstLedger),
      ),
    },
  })
  const { chain } = chronicle
  const lastEmpty = firstLedger + (options.ledgers ?? 1) - 1
  if (chain.last() < lastEmpty) chain.appendEmpty({ index: lastEmpty, closeTime: ledgerTime(now()) })
  const metrics = openFeeMetrics(ledgerSizes)
  const queue = openTransactionQueue(metrics)
  const own = openOwnTransactions()
  const remembered = openRemembered(now)
  const closedListeners: ((index: number) => void)[] = []
  const proposedListeners: ((proposed: Proposed) => void)[] = []
  let placed: Recorded[] = []
  let others = 0
  const viewAfter = ({ index, closeTime }: Header) =>
    openView(latestState(chain), {
      ...settings,
      index: index + 1,
      parentCloseTime: closeTime,
      loadFactor: () => node.loadFactor,
      others: () => others,
    })

  /** Applies or queues it, or holds it until the one that it waits for arrives. */
  function admit(pending: Pending, isFailHard: boolean): Attempt {
    const attempt = queue.apply(open, pending, isFailHard)
    const { result, isApplied } = attempt
    if (isApplied) for (const tell of proposedListeners) tell({ transaction: pending.transaction, result })
    if (mayApplyLater(result) && result !== 'terQUEUED' && !isFailHard) own.hold(pending)
    return attempt
  }

  /** Admits the transactions that have waited for this one. */
  function admitFollowing(pending: Pending): void {
    const following = own.takeFollowing(pending)
    if (following !== undefined && admit(following, false).result === 'tesSUCCESS') admitFollowing(following)
  }

  /** Transactions of the old open ledger that the closed one lacks. */
  function leftOver(view: OpenView, waiting: readonly Pending[], isIncluded: (hash: string) => boolean): Pending[] {
    const left = view
      .applied()
      .filter(({ transaction, fate }) => !isIncluded(transaction.hash) && !fate.isNeverIncluded)
    const late = left.filter(({ fate }) => fate.ledgersLate > 0)
    return [
      ...late.map((one) => ({ ...one, fate: { ...one.fate, ledgersLate: one.fate.ledgersLate - 1 } })),
      ...waiting,
      ...left.filter((one) => !late.includes(one) && !waiting.includes(one)),
    ]
  }

  const node: Node = {
    chain,
    queue,
    remembered,
    loadFactor: NO_LOAD,
    open: () => open,
    submit(transaction, { failHard, fate }) {
      const isFailHard = failHard === 'fail_hard'
      const pending = { transaction, fate }
      remembered.keep(transaction)
      const { Account: address } = transaction.common
      const openIndex = open.index
      const { result, isApplied } = admit(pending, isFailHard)
      const isKept = result === 'tesSUCCESS' || !isFailHard
      const hasFate = fate.isNeverIncluded || fate.ledgersLate > 0
      if (isKept && !hasFate) own.keep(pending, openIndex)
      const next = accountIn(open.state, address)?.Sequence ?? 0
      const admission = {
        result,
        isApplied,
        isQueued: result === 'terQUEUED',
        isKept,
        openLedgerCost: dropsOf(metrics.required(open.size()), leastFeeOf(transaction.transactor, open.state)),
        sequence: { next, available: queue.nextSequence(address, next) },
      }
      // Held transactions are admitted after the answer is made.
      if (result === 'tesSUCCESS') admitFollowing(pending)
      return admission
    },
    levels: () => ({
      open: metrics.required(open.size()),
      queue: queue.leastLevel(),
      median: metrics.multiplier(),
      expectedSize: metrics.expected(),
    }),
    crowd(crowd) {
      others = crowd?.others ?? 0
      const limit = crowd?.ledgerLimit
      metrics.resize(limit === undefined ? ledgerSizes : { minimum: limit, target: limit, maximum: limit })
    },
    place(recorded) {
      placed.push(recorded)
    },
    closeLedger() {
      for (const one of own.takeHeld()) queue.apply(open, one, false)
      const { index } = open
      const parent = chain.header(chain.last())
      const closeTime = closeTimeAfter(parent.closeTime, ledgerTime(now()))
      const agreed = open.applied().filter(({ fate }) => !fate.isNeverIncluded && fate.ledgersLate === 0)
      const build = { ...settings, index, parentCloseTime: parent.closeTime, closeTime }
      const { ledger, waiting } = buildLedger(latestState(chain), agreed, build)
      const foreign = placed.map((recorded, position) =>
        recordOf(recorded, { ledgerIndex: index, transactionIndex: ledger.transactions.length + position }),
      )
      placed = []
      chronicle.append({ ...ledger, transactions: [...ledger.transactions, ...foreign] })
      const levelsOfOthers = Array.from({ length: others }, () => REFERENCE_LEVEL)
      const levels = levelsOf(agreed, ledger.transactions, latestState(chain))
      queue.closed({ index, levels: [...levels, ...levelsOfOthers] })

      const has = (hash: string) => ledger.transactions.some((record) => record.hash === hash)
      const left = leftOver(open, waiting, has)
      const header = chain.header(index)
      open = viewAfter(header)
      for (const one of left) open.attempt(one, false)
      queue.serve(open, header.hash)
      for (const one of own.kept()) queue.apply(open, one, false)
      own.sweep({ index, state: latestState(chain), has })
      remembered.sweep()
      for (const listener of closedListeners) listener(index)
      return index
    },
    onClosed(listener) {
      closedListeners.push(listener)
    },
    onProposed(listener) {
      proposedListeners.push(listener)
    },
    close: () => chronicle.close(),
  }
  let open = viewAfter(chain.header(chain.last()))

  function fund(accounts: readonly GenesisAccount[]): void {
    if (accounts.length === 0) return
    const from = { state: latestState(chain), networkId: options.networkId }
    for (const transaction of fundingPayments(accounts, from)) {
      node.submit(transaction, { failHard: 'keep', fate: NO_FATE })
    }
    node.closeLedger()
    const updates = settled(accounts, latestState(chain)).map((entry) => [indexOf(entry), entry] as const)
    const { index, closeTime } = chain.header(chain.last())
    if (updates.length > 0) {
      chronicle.append({ index: index + 1, closeTime: closeTime + 1, transactions: [], updates, burnt: 0n })
    }
    open = viewAfter(chain.header(chain.last()))
  }
  if (options.fundsByPayment) fund(unknownTo(chain, latestState(chain), options.genesis))
  return node
}

function latestState(chain: Chain) {
  const entries = chain.stateAt(chain.last())
  if (entries === null) throw new Error(`The state of ledger ${chain.last()} is missing.`)
  return entries
}
