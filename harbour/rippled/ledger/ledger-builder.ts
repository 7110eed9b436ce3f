/** Builds the next closed ledger: what was provisional is applied again, in the validators' order, for good. */
import { type Application, tryTransaction } from '#harbour/rippled/engine/engine.ts'
import { accountsIn, metadataOf } from '#harbour/rippled/engine/metadata.ts'
import { mayApplyLater } from '#harbour/rippled/engine/results.ts'
import { type Change, openSandbox, type State } from '#harbour/rippled/engine/sandbox.ts'
import type { ClosedLedger } from '#harbour/rippled/ledger/chain.ts'
import {
  canonicalOrder,
  isLeftForLater,
  type LedgerSettings,
  type Pending,
} from '#harbour/rippled/ledger/open-ledger.ts'
import type { TransactionRecord } from '#harbour/rippled/ledger/record.ts'

/** Passes in which a failure may wait for the transactions behind it, before the one in which it counts. */
const PATIENT_PASSES = 3

type Build = LedgerSettings & { index: number; parentCloseTime: number; closeTime: number }

type Built = {
  ledger: ClosedLedger
  /** To be tried again in the ledgers to come. */
  waiting: Pending[]
}

export function buildLedger(below: State, pending: readonly Pending[], build: Build): Built {
  const state = openSandbox(below)
  const transactions: TransactionRecord[] = []
  let burnt = 0n

  function include(one: Pending, application: Application & { changes: Change[] }): void {
    const { hash, json } = one.transaction
    state.take(application.changes)
    burnt += application.fee
    const meta = metadataOf(application, { transactionIndex: transactions.length, json })
    transactions.push({ hash, ledgerIndex: build.index, json, meta, accounts: accountsIn(meta), isValidated: true })
  }

  let left = canonicalOrder(
    pending.filter(({ fate }) => !fate.isNeverIncluded && fate.ledgersLate === 0),
    build.index,
  )
  let waiting: Pending[] = []
  for (let pass = 1; pass <= PATIENT_PASSES + 1; pass += 1) {
    const isPatient = pass <= PATIENT_PASSES
    waiting = []
    for (const one of left) {
      const application = tryTransaction(one.transaction, {
        state,
        surroundings: {
          ledgerIndex: build.index,
          parentCloseTime: build.parentCloseTime,
          isOpen: false,
          networkId: build.networkId,
          deletableAfter: build.deletableAfter,
          delivers: one.fate.delivers,
          hasTransaction: (hash) => transactions.some((record) => record.hash === hash),
        },
        failure: one.fate.failure,
      })
      const { changes, result } = application
      if (isPatient ? isLeftForLater(result) : mayApplyLater(result)) waiting.push(one)
      else if (changes !== null) include(one, { ...application, changes })
    }
    left = waiting
  }

  const late = pending.filter(({ fate }) => fate.ledgersLate > 0)
  const heldBack = late.map((one) => ({ ...one, fate: { ...one.fate, ledgersLate: one.fate.ledgersLate - 1 } }))
  const updates = state
    .changes()
    .map((change) => [change.index, change.kind === 'deleted' ? null : change.entry] as const)
  return {
    ledger: { index: build.index, closeTime: build.closeTime, transactions, updates, burnt },
    waiting: [...heldBack, ...waiting],
  }
}
