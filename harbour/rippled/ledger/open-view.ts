/** The open ledger: transactions that wait for the next closed one, applied provisionally. */
import { tryTransaction } from '#harbour/rippled/engine/engine.ts'
import type { ResultCode } from '#harbour/rippled/engine/results.ts'
import { openSandbox, type State } from '#harbour/rippled/engine/sandbox.ts'
import type { Transaction } from '#harbour/rippled/engine/transaction.ts'
import type { Surroundings } from '#harbour/rippled/engine/transactor.ts'

/** What tests want to happen to a transaction in the closing ledger. */
export type Fate = {
  /** Drops delivered in place of its Amount. */
  delivers: bigint | null
  /** It fails with this, though the provisional result was a success. */
  failure: ResultCode | null
  isNeverIncluded: boolean
  /** Ledgers that close without it, though it would fit them. */
  ledgersLate: number
}

export const NO_FATE: Fate = { delivers: null, failure: null, isNeverIncluded: false, ledgersLate: 0 }

export type Pending = { transaction: Transaction; fate: Fate }

export type Attempt = { result: ResultCode; isApplied: boolean }

export type OpenView = {
  readonly index: number
  readonly state: State
  /** Number of transactions, including those of others. */
  size(): number
  has(hash: string): boolean
  /** In the order in which they came. */
  applied(): Pending[]
  surroundings(fate: Fate): Surroundings
  /** Applies it, whatever its fee level. With `isFailHard`, a failure that claims a fee is not applied. */
  attempt(pending: Pending, isFailHard: boolean): Attempt
  /** A view over this one, merged by `commit`. */
  fork(): OpenView & { commit(): void }
}

export type LedgerSettings = Pick<Surroundings, 'networkId' | 'deletableAfter'>

export type ViewOptions = LedgerSettings & {
  index: number
  parentCloseTime: number
  /** 256: idle. */
  loadFactor(): number
  /** Number of transactions of others in this ledger. */
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
