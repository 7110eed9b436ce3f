/** The open ledger: transactions that were let in and wait for the next closed one, applied provisionally. */
import { tryTransaction } from '#harbour/rippled/engine/engine.ts'
import type { ResultCode } from '#harbour/rippled/engine/results.ts'
import { openSandbox, type State } from '#harbour/rippled/engine/sandbox.ts'
import type { Transaction } from '#harbour/rippled/engine/transaction.ts'
import type { Surroundings } from '#harbour/rippled/engine/transactor.ts'

/** What tests want of a transaction in the ledger that closes. */
export type Fate = {
  /** Drops it delivers in place of its Amount. */
  delivers: bigint | null
  /** Fails with this, though the provisional result was a success. */
  failure: ResultCode | null
  isNeverIncluded: boolean
  /** Ledgers that close without it, though it would fit them. */
  ledgersLate: number
}

export const NO_FATE: Fate = { delivers: null, failure: null, isNeverIncluded: false, ledgersLate: 0 }

export type Pending = { transaction: Transaction; fate: Fate }

export type Attempt = { result: ResultCode; isApplied: boolean }

export type OpenView = {
  /** Index of the open ledger. */
  readonly index: number
  readonly state: State
  /** Transactions in it, those of others included. */
  size(): number
  has(hash: string): boolean
  /** Those in it, in the order in which they came. */
  applied(): Pending[]
  surroundings(fate: Fate): Surroundings
  /** Applies it, whatever its fee level. A failure that claims a fee leaves nothing when it is to fail hard. */
  attempt(pending: Pending, isFailHard: boolean): Attempt
  /** A view over this one, taken over by `commit`. */
  fork(): OpenView & { commit(): void }
}

export type LedgerSettings = Pick<Surroundings, 'networkId' | 'deletableAfter'>

export type ViewOptions = LedgerSettings & {
  index: number
  parentCloseTime: number
  /** 256: the server asks no more than the ledger does. */
  loadFactor(): number
  /** Transactions of others in this ledger. */
  others(): number
}

export function openView(below: State, options: ViewOptions, before: readonly Pending[] = []): OpenView {
  const state = openSandbox(below)
  const applied = new Map(before.map((one) => [one.transaction.hash, one]))
  const { index, parentCloseTime, networkId, deletableAfter } = options

  const view: OpenView = {
    index,
    state,
    size: () => applied.size + options.others(),
    has: (hash) => applied.has(hash),
    applied: () => [...applied.values()],
    surroundings: ({ delivers }) => ({
      ledgerIndex: index,
      parentCloseTime,
      isOpen: true,
      loadFactor: options.loadFactor(),
      networkId,
      deletableAfter,
      delivers,
      hasTransaction: (hash) => applied.has(hash),
    }),
    attempt(pending, isFailHard) {
      const { transaction, fate } = pending
      const { result, changes } = tryTransaction(transaction, { state, surroundings: view.surroundings(fate) })
      const isApplied = changes !== null && !(isFailHard && result !== 'tesSUCCESS')
      if (isApplied) {
        state.take(changes)
        applied.set(transaction.hash, pending)
      }
      return { result, isApplied }
    },
    fork() {
      const fork = openView(state, options, view.applied())
      return {
        ...fork,
        commit() {
          for (const one of fork.applied()) if (!applied.has(one.transaction.hash)) view.attempt(one, false)
        },
      }
    },
  }
  return view
}
