/** Carrying out the transactions of one ledger: all fees first, then one after the other, each all or nothing. */
import { xdr } from '@stellar/stellar-sdk'
import type { Market } from '#harbour/horizon/ledger/market.ts'
import { rulesOf } from '#harbour/horizon/operations/catalogue.ts'
import type { LedgerMoment } from '#harbour/horizon/operations/rules.ts'
import { isOperationSuccess } from './codes.ts'
import { Draft } from './draft.ts'
import type { Effect } from './effects.ts'
import { type Envelope, operationSource, type Transaction } from './envelope.ts'
import { feeBid, minimumFee, payerOf } from './fees.ts'
import { transactionResult, type Verdict } from './results.ts'

export type Applied = { envelope: Envelope; result: xdr.TransactionResult; effects: Effect[][] }

type Circumstances = { draft: Draft; ledger: LedgerMoment; market: Market | null }

/** Takes the fee from whoever pays it and returns it, in stroops. A balance never goes below 0. */
export function chargeFee(envelope: Envelope, draft: Draft, ledger: LedgerMoment): bigint {
  const payer = draft.find(payerOf(envelope))
  if (payer === undefined) return 0n
  const fee = least(least(feeBid(envelope), minimumFee(envelope)), payer.balance)
  draft.put({ ...payer, balance: payer.balance - fee, modifiedIn: ledger.sequence })
  return fee
}

/** Spends the sequence number and carries out the operations; `contrived` makes the first one fail. */
export function applyTransaction(
  envelope: Envelope,
  { draft, ledger, market }: Circumstances,
  options: { fee: bigint; contrived: boolean },
): Applied {
  const { transaction } = envelope
  spendSequence(transaction, draft, ledger)
  const attempt = new Draft(draft)
  const outcomes = transaction.operations.map((operation, index) => {
    const effects: Effect[] = []
    const below = new Draft(attempt)
    const isSabotaged = options.contrived && index === 0
    const result = carryOut(operation, transaction, { draft: below, ledger, market, effects }, isSabotaged)
    if (!isOperationSuccess(result)) return { result, effects: [] }
    below.keepIn(attempt)
    return { result, effects }
  })
  const results = outcomes.map(({ result }) => result)
  const isSuccess = results.every(isOperationSuccess)
  if (isSuccess) attempt.keepIn(draft)
  const verdict: Verdict = { about: 'transaction', code: isSuccess ? 'txSuccess' : 'txFailed', results }
  return {
    envelope,
    result: transactionResult(envelope, verdict, options.fee),
    effects: outcomes.map(({ effects }) => (isSuccess ? effects : [])),
  }
}

function carryOut(
  operation: xdr.Operation,
  transaction: Transaction,
  situation: Circumstances & { effects: Effect[] },
  isSabotaged: boolean,
): xdr.OperationResult {
  const source = operationSource(operation, transaction)
  const rules = rulesOf(operation, source)
  if (rules === null) return xdr.OperationResult.opNotSupported()
  if (isSabotaged) return rules.contrived
  if (situation.draft.find(source.address) === undefined) return xdr.OperationResult.opNoAccount()
  return rules.apply(situation)
}

function spendSequence({ source, sequence }: Transaction, draft: Draft, ledger: LedgerMoment): void {
  const account = draft.find(source.address)
  if (account === undefined) return
  const sequenceMoved = { ledger: ledger.sequence, time: ledger.closeTime }
  draft.put({ ...account, sequence, sequenceMoved, modifiedIn: ledger.sequence })
}

function least(left: bigint, right: bigint): bigint {
  return left < right ? left : right
}
