/** The open ledger: transactions that were let in and wait for the next closed one, applied provisionally. */
import { tryTransaction } from '#harbour/rippled/engine/engine.ts'
import { sha512Half } from '#harbour/rippled/engine/entries.ts'
import { claimsFee, mayApplyLater, type ResultCode } from '#harbour/rippled/engine/results.ts'
import { openSandbox, type Sandbox, type State } from '#harbour/rippled/engine/sandbox.ts'
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

export type Admission = {
  result: ResultCode
  /** In the open ledger. */
  isApplied: boolean
  /** This server tries it again in later ledgers. */
  isKept: boolean
}

export type OpenLedger = {
  readonly index: number
  readonly state: State
  has(hash: string): boolean
  find(hash: string): Transaction | undefined
  /** @param failHard whether to forget it unless it succeeds at once */
  admit(pending: Pending, failHard: 'fail_hard' | 'keep'): Admission
  pending(): readonly Pending[]
}

export type LedgerSettings = Pick<Surroundings, 'networkId' | 'deletableAfter'>

/** Opens a ledger over a closed one; `waiting` are transactions left over from before, tried again in order. */
export function openLedger(
  below: State,
  options: LedgerSettings & { index: number; parentCloseTime: number; waiting: readonly Pending[] },
): OpenLedger {
  const state: Sandbox = openSandbox(below)
  const applied = new Set<string>()
  const pending = new Map<string, Pending>()

  function attempt({ transaction, fate }: Pending, isFailHard: boolean) {
    const { result, changes } = tryTransaction(transaction, {
      state,
      surroundings: {
        ledgerIndex: options.index,
        parentCloseTime: options.parentCloseTime,
        isOpen: true,
        networkId: options.networkId,
        deletableAfter: options.deletableAfter,
        delivers: fate.delivers,
        hasTransaction: (hash) => applied.has(hash),
      },
    })
    const isApplied = changes !== null && !(isFailHard && result !== 'tesSUCCESS')
    if (isApplied) {
      state.take(changes)
      applied.add(transaction.hash)
    }
    return { result, isApplied }
  }

  for (const waiting of options.waiting) {
    attempt(waiting, false)
    pending.set(waiting.transaction.hash, waiting)
  }

  return {
    index: options.index,
    state,
    has: (hash) => pending.has(hash),
    find: (hash) => pending.get(hash)?.transaction,
    admit(candidate, failHard) {
      const isFailHard = failHard === 'fail_hard'
      const { result, isApplied } = attempt(candidate, isFailHard)
      const isWorthKeeping = isApplied || (mayApplyLater(result) && !isFailHard)
      const { hash } = candidate.transaction
      if (isWorthKeeping && !pending.has(hash)) pending.set(hash, candidate)
      return { result, isApplied, isKept: result === 'tesSUCCESS' || !isFailHard }
    },
    pending: () => [...pending.values()],
  }
}

/** How validators order a ledger: by account in an order nobody can foresee, then by sequence, tickets last. */
export function canonicalOrder(pending: readonly Pending[], ledgerIndex: number): Pending[] {
  const keyOf = ({ transaction: { common, hash } }: Pending) => {
    const ticket = common.TicketSequence === undefined ? 0 : 1
    const number = String(common.TicketSequence ?? common.Sequence).padStart(10, '0')
    return [sha512Half(`${ledgerIndex} ${common.Account}`), ticket, number, hash].join(' ')
  }
  return pending
    .map((one) => ({ one, key: keyOf(one) }))
    .sort((first, second) => (first.key < second.key ? -1 : 1))
    .map(({ one }) => one)
}

/** Whether a pass that will be followed by another leaves it for that one: what comes in between may help it. */
export function isLeftForLater(result: ResultCode): boolean {
  return claimsFee(result) || mayApplyLater(result)
}
