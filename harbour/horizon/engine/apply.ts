/** Applies the transactions of one ledger: all fees first, then one after the other, each atomically. */
import { StrKey, xdr } from '@stellar/stellar-sdk'
import type { Market } from '#harbour/horizon/ledger/market.ts'
import { releaseEntries } from '#harbour/horizon/ledger/reserves.ts'
import { rulesOf } from '#harbour/horizon/operations/catalogue.ts'
import type { LedgerMoment, Situation } from '#harbour/horizon/operations/rules.ts'
import { isOperationSuccess } from './codes.ts'
import { Draft } from './draft.ts'
import type { Effect } from './effects.ts'
import { type Envelope, operationSource, type Transaction } from './envelope.ts'
import { feeBid, minimumFee, payerOf } from './fees.ts'
import { transactionResult, type Verdict } from './results.ts'
import { refusalAtApply } from './validate.ts'

export type Applied = { envelope: Envelope; result: xdr.TransactionResult; effects: Effect[][] }

type Circumstances = { draft: Draft; ledger: LedgerMoment; market: Market | null }

/** Takes the fee from its payer and returns it, in stroops. A balance never goes below 0. */
export function chargeFee(envelope: Envelope, draft: Draft, ledger: LedgerMoment): bigint {
  const payer = draft.find(payerOf(envelope))
  if (payer === undefined) return 0n
  const fee = least(least(feeBid(envelope), minimumFee(envelope)), payer.balance)
  draft.put({ ...payer, balance: payer.balance - fee, modifiedIn: ledger.sequence })
  return fee
}

/** Refusals that consume no sequence number: they come before its check, or say that it is wrong. */
const BEFORE_SEQUENCE: ReadonlySet<Verdict['code']> = new Set(['txTooEarly', 'txTooLate', 'txNoAccount', 'txBadSeq'])

/** Applies the operations; `contrived` fails the first. A transaction that has become invalid is included as failed. */
export function applyTransaction(
  envelope: Envelope,
  circumstances: Circumstances,
  options: { fee: bigint; contrived: boolean },
): Applied {
  const { draft, ledger } = circumstances
  const refused = refusalAtApply(envelope, draft, ledger)
  if (refused === null || !BEFORE_SEQUENCE.has(refused.code)) spendSequence(envelope.transaction, draft, ledger)
  dropOneTimeSigners(envelope, draft, ledger)
  const { verdict, effects } =
    refused === null
      ? carryOutAll(envelope.transaction, circumstances, options.contrived)
      : { verdict: refused, effects: [] }
  return { envelope, result: transactionResult(envelope, verdict, options.fee), effects }
}

/** All operations or none: a sponsorship that is begun and not ended fails all, too. */
function carryOutAll(
  transaction: Transaction,
  circumstances: Circumstances,
  isSabotaged: boolean,
): { verdict: Verdict; effects: Effect[][] } {
  const attempt = new Draft(circumstances.draft)
  const outcomes = transaction.operations.map((operation, index) => {
    const effects: Effect[] = []
    const below = new Draft(attempt)
    const place = { transactionSource: transaction.source.address, sequence: transaction.sequence, index }
    const situation = { ...circumstances, draft: below, place, effects }
    const result = carryOut(operation, transaction, situation, isSabotaged && index === 0)
    if (!isOperationSuccess(result)) return { result, effects: [] }
    below.keepIn(attempt)
    return { result, effects }
  })
  const results = outcomes.map(({ result }) => result)
  if (!results.every(isOperationSuccess)) {
    return { verdict: { about: 'transaction', code: 'txFailed', results }, effects: [] }
  }
  if (attempt.sponsorships.size > 0) return { verdict: { about: 'transaction', code: 'txBadSponsorship' }, effects: [] }
  attempt.keepIn(circumstances.draft)
  const effects = outcomes.map((outcome) => outcome.effects)
  return { verdict: { about: 'transaction', code: 'txSuccess', results }, effects }
}

function carryOut(
  operation: xdr.Operation,
  transaction: Transaction,
  situation: Situation,
  isSabotaged: boolean,
): xdr.OperationResult {
  const source = operationSource(operation, transaction)
  const rules = rulesOf(operation, source)
  if (rules === null) return xdr.OperationResult.opNotSupported()
  if (isSabotaged) return rules.contrived
  if (situation.draft.find(source.address) === undefined) return xdr.OperationResult.opNoAccount()
  return rules.apply(situation)
}

/** A pre-authorized hash signs once: it is removed from all source accounts, even if the transaction fails. */
function dropOneTimeSigners({ transaction, feeBump }: Envelope, draft: Draft, ledger: LedgerMoment): void {
  if (feeBump !== null) dropSigner(draft, feeBump.source.address, feeBump.hash, ledger)
  const sources = transaction.operations.map((operation) => operationSource(operation, transaction))
  for (const { address } of [transaction.source, ...sources]) dropSigner(draft, address, transaction.hash, ledger)
}

function dropSigner(draft: Draft, address: string, hash: Uint8Array, { sequence }: LedgerMoment): void {
  const account = draft.find(address)
  const key = StrKey.encodePreAuthTx(hash)
  const signer = account?.signers.find((known) => known.key === key)
  if (account === undefined || signer === undefined) return
  releaseEntries(draft, { sponsor: signer.sponsor, entries: 1, ledger: sequence })
  const signers = account.signers.filter((known) => known !== signer)
  draft.put({ ...account, signers, modifiedIn: sequence })
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
