/**
 * Decides whether a transaction may be included (stellar-core, TransactionFrame::commonValid and its order of checks).
 * A refused transaction never reaches a ledger: it costs no fee and no sequence number.
 */
import { xdr } from '@stellar/stellar-sdk'
import { type Account, spendable, type Thresholds } from '#harbour/horizon/ledger/account.ts'
import { rulesOf } from '#harbour/horizon/operations/catalogue.ts'
import type { Accounts } from './draft.ts'
import { type Envelope, operationSource, type Transaction } from './envelope.ts'
import { feeBid, payerOf, requiredFee } from './fees.ts'
import type { Refusal, Verdict } from './results.ts'
import { SignatureCheck, signerKeyOf, signersOf } from './signatures.ts'

/** The next ledger, and the close times (unix seconds) that time bounds are checked against. */
export type Arrival = { sequence: number; earliest: number; latest: number }

/** Returns why the transaction cannot be included now; null: it can. */
export function refusalOf(envelope: Envelope, accounts: Accounts, arrival: Arrival): Verdict | null {
  const { transaction, feeBump } = envelope
  if (feeBump !== null) {
    const refusal = refuseFeeBump(envelope, accounts)
    if (refusal !== null) return { about: 'feeBump', code: refusal }
  }
  const early = refuseBeforeAccount(transaction, arrival)
  if (early !== null) return { about: 'transaction', code: early }
  if (feeBump === null && feeBid(envelope) < requiredFee(envelope)) {
    return { about: 'transaction', code: 'txInsufficientFee' }
  }
  const check = new SignatureCheck(transaction.hash, transaction.signatures)
  const cost = feeBump === null ? feeBid(envelope) : null
  const late = refuseSource(transaction, accounts, { arrival, check, cost })
  if (late !== null) return { about: 'transaction', code: late }
  return (
    refuseOperations(transaction, accounts, check) ??
    (check.allUsed() ? null : { about: 'transaction', code: 'txBadAuthExtra' })
  )
}

/**
 * Returns why an included transaction cannot be applied, after those before it; null: it can. Its fee is already paid.
 * All operations that lack signatures are named, not only the first.
 */
export function refusalAtApply(
  { transaction, feeBump }: Envelope,
  accounts: Accounts,
  { sequence, closeTime }: { sequence: number; closeTime: number },
): Verdict | null {
  const arrival = { sequence, earliest: closeTime, latest: closeTime }
  const check = new SignatureCheck(transaction.hash, transaction.signatures)
  const cost = feeBump === null ? 0n : null
  const refusal =
    refuseBeforeAccount(transaction, arrival) ?? refuseSource(transaction, accounts, { arrival, check, cost })
  if (refusal !== null) return { about: 'transaction', code: refusal }
  const results = transaction.operations.map((operation) => {
    const { address } = operationSource(operation, transaction)
    const rules = rulesOf(operation, operationSource(operation, transaction))
    if (rules === null) return { isSigned: true, result: xdr.OperationResult.opNotSupported() }
    const isSigned = reachesThreshold(accounts.find(address), { address, level: rules.threshold }, check)
    return { isSigned, result: isSigned ? rules.untouched : xdr.OperationResult.opBadAuth() }
  })
  if (!results.every(({ isSigned }) => isSigned)) {
    return { about: 'transaction', code: 'txFailed', results: results.map(({ result }) => result) }
  }
  return check.allUsed() ? null : { about: 'transaction', code: 'txBadAuthExtra' }
}

function refuseFeeBump(envelope: Envelope, accounts: Accounts): Refusal | null {
  const { feeBump } = envelope
  if (feeBump === null) return null
  if (feeBid(envelope) < requiredFee(envelope)) return 'txInsufficientFee'
  const payer = accounts.find(payerOf(envelope))
  if (payer === undefined) return 'txNoAccount'
  const check = new SignatureCheck(feeBump.hash, feeBump.signatures)
  if (!check.reaches(signersOf(payer), payer.thresholds.low)) return 'txBadAuth'
  if (spendable(payer) < feeBid(envelope)) return 'txInsufficientBalance'
  return check.allUsed() ? null : 'txBadAuthExtra'
}

function refuseBeforeAccount({ operations, conditions }: Transaction, arrival: Arrival): Refusal | null {
  if (operations.length === 0) return 'txMissingOperation'
  const { timeBounds, ledgerBounds } = conditions
  if (timeBounds !== null && timeBounds.minTime > BigInt(arrival.earliest)) return 'txTooEarly'
  if (ledgerBounds !== null && ledgerBounds.minLedger > arrival.sequence) return 'txTooEarly'
  if (timeBounds !== null && timeBounds.maxTime !== 0n && timeBounds.maxTime < BigInt(arrival.latest)) {
    return 'txTooLate'
  }
  if (ledgerBounds !== null && ledgerBounds.maxLedger !== 0 && ledgerBounds.maxLedger <= arrival.sequence) {
    return 'txTooLate'
  }
  return null
}

type Circumstances = { arrival: Arrival; check: SignatureCheck; cost: bigint | null }

/** `cost`: stroops that the source must have above its reserve; null: somebody else pays. */
function refuseSource(
  transaction: Transaction,
  accounts: Accounts,
  { arrival, check, cost }: Circumstances,
): Refusal | null {
  const account = accounts.find(transaction.source.address)
  if (account === undefined) return 'txNoAccount'
  const refusal = refuseForAccount(transaction, account, arrival, check)
  if (refusal !== null) return refusal
  return cost !== null && spendable(account) < cost ? 'txInsufficientBalance' : null
}

function refuseForAccount(
  { sequence, conditions }: Transaction,
  account: Account,
  arrival: Arrival,
  check: SignatureCheck,
): Refusal | null {
  const { minSeqNum, minSeqAge, minSeqLedgerGap, extraSigners } = conditions
  const fits =
    minSeqNum === null
      ? account.sequence + 1n === sequence
      : account.sequence >= minSeqNum && account.sequence < sequence
  if (!fits || sequence === BigInt(arrival.sequence) << 32n) return 'txBadSeq'
  const moved = account.sequenceMoved ?? { ledger: 0, time: 0 }
  if (BigInt(arrival.earliest) - BigInt(moved.time) < minSeqAge) return 'txBadMinSeqAgeOrGap'
  if (arrival.sequence - moved.ledger < minSeqLedgerGap) return 'txBadMinSeqAgeOrGap'
  if (!check.reaches(signersOf(account), account.thresholds.low)) return 'txBadAuth'
  const extras = extraSigners.map((key) => ({ key: signerKeyOf(key), weight: 1 }))
  return extras.length > 0 && !check.reaches(extras, extras.length) ? 'txBadAuth' : null
}

/** Returns a failed result for the first unsigned, unknown or malformed operation; the others are `untouched`. */
function refuseOperations(transaction: Transaction, accounts: Accounts, check: SignatureCheck): Verdict | null {
  const operations = transaction.operations.map((operation) => {
    const source = operationSource(operation, transaction)
    return { source, rules: rulesOf(operation, source) }
  })
  for (const [index, { source, rules }] of operations.entries()) {
    const refused = refuseOperation(rules, accounts.find(source.address), source.address, check)
    if (refused === null) continue
    const results = operations.map((operation, other) =>
      other === index ? refused : (operation.rules?.untouched ?? xdr.OperationResult.opNotSupported()),
    )
    return { about: 'transaction', code: 'txFailed', results }
  }
  return null
}

function refuseOperation(
  rules: ReturnType<typeof rulesOf>,
  account: Account | undefined,
  address: string,
  check: SignatureCheck,
): xdr.OperationResult | null {
  if (rules === null) return xdr.OperationResult.opNotSupported()
  const isSigned = reachesThreshold(account, { address, level: rules.threshold }, check)
  return isSigned ? rules.flaw() : xdr.OperationResult.opBadAuth()
}

/** An account that does not exist yet (an earlier operation may create it) signs with its own key. */
function reachesThreshold(
  account: Account | undefined,
  { address, level }: { address: string; level: keyof Thresholds },
  check: SignatureCheck,
): boolean {
  return account === undefined
    ? check.reaches([{ key: address, weight: 1 }], 0)
    : check.reaches(signersOf(account), account.thresholds[level])
}
