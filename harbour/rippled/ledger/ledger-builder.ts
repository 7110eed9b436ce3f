/** Builds the next closed ledger: applies the provisional transactions again, in the validators' order. */
import { type Application, tryTransaction } from '#harbour/rippled/engine/engine.ts'
import { accountsIn, metadataOf } from '#harbour/rippled/engine/metadata.ts'
import { claimsFee, mayApplyLater, type ResultCode } from '#harbour/rippled/engine/results.ts'
import { type Change, openSandbox, type State } from '#harbour/rippled/engine/sandbox.ts'
import { NO_LOAD } from '#harbour/rippled/engine/transactor.ts'
import { canonicalOrder } from '#harbour/rippled/ledger/canonical-order.ts'
import type { ClosedLedger } from '#harbour/rippled/ledger/chain.ts'
import type { LedgerSettings, Pending } from '#harbour/rippled/ledger/open-view.ts'
import type { TransactionRecord } from '#harbour/rippled/ledger/record.ts'

/** Passes over the remaining transactions, and in how many of them a failure may wait for later transactions. */
const PASSES = 3
const PATIENT_PASSES = 2

type Build = LedgerSettings & { index: number; parentCloseTime: number; closeTime: number }

type Built = {
  ledger: ClosedLedger
  /** To be retried in the next open ledger. */
  waiting: Pending[]
}

export function buildLedger(below: State, agreed: readonly Pending[], build: Build): Built {
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

  /** Returns those left over. */
  function passOver(left: readonly Pending[], isPatient: boolean): Pending[] {
    return left.filter((one) => {
      const application = tryTransaction(one.transaction, {
        state,
        surroundings: {
          ledgerIndex: build.index,
          parentCloseTime: build.parentCloseTime,
          isOpen: false,
          loadFactor: NO_LOAD,
          networkId: build.networkId,
          deletableAfter: build.deletableAfter,
          delivers: one.fate.delivers,
          hasTransaction: (hash) => transactions.some((record) => record.hash === hash),
        },
        failure: one.fate.failure,
      })
      const { changes, result } = application
      if (isPatient ? isLeftForLater(result) : mayApplyLater(result)) return true
      if (changes !== null) include(one, { ...application, changes })
      return false
    })
  }

  let waiting = canonicalOrder(agreed)
  let isPatient = true
  for (let pass = 1; pass <= PASSES; pass += 1) {
    const included = transactions.length
    waiting = passOver(waiting, isPatient)
    const isChanged = transactions.length > included
    if (!isChanged && !isPatient) break
    if (!isChanged || pass >= PATIENT_PASSES) isPatient = false
  }

  const updates = state
    .changes()
    .map((change) => [change.index, change.kind === 'deleted' ? null : change.entry] as const)
  return { ledger: { index: build.index, closeTime: build.closeTime, transactions, updates, burnt }, waiting }
}

/** Whether a pass before the last leaves it for the next one: transactions in between may help it. */
function isLeftForLater(result: ResultCode): boolean {
  return claimsFee(result) || mayApplyLater(result)
}
