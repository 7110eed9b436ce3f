/**
 * Addresses, envelopes and results in Stellar's binary formats: the one file of the app that imports the Stellar SDK.
 * No network.
 */
import {
  Account,
  FeeBumpTransaction,
  Keypair,
  Memo,
  Operation,
  Asset as StellarAsset,
  StrKey,
  type Transaction,
  TransactionBuilder,
  xdr,
} from '@stellar/stellar-sdk'
import { Decimal, plain } from '#app/domain/kernel/money.ts'

const STROOPS_PER_UNIT = 10_000_000

/** Checksum included. Only plain account addresses (G…), neither muxed nor contract ones. */
export function isStellarAddress(address: string): boolean {
  return StrKey.isValidEd25519PublicKey(address)
}

/** The account of a secret seed. Throws when the seed is none. */
export function accountOfSeed(seed: string): string {
  return Keypair.fromSecret(seed).publicKey()
}

/** Stroops (1e-7 of a unit) as an amount. */
export function fromStroops(stroops: bigint | string): Decimal {
  return new Decimal(stroops.toString()).div(STROOPS_PER_UNIT)
}

/** XLM that the account_merge at this place of a transaction moved. Throws when there is none. */
export function mergedAmount(resultXdr: string, operationIndex: number): Decimal {
  const operation = operationResults(xdr.TransactionResult.fromXdr(resultXdr, 'base64'))[operationIndex]
  if (operation?.type === 'opInner' && operation.tr.type === 'accountMerge') {
    const merge = operation.tr.accountMergeResult
    if (merge.type === 'accountMergeSuccess') return fromStroops(merge.sourceAccountBalance)
  }
  throw new Error('the result holds no successful account_merge at that place')
}

/**
 * Why a transaction failed, as Horizon would name it: 'op_no_trust', 'tx_bad_seq'. A newer protocol may have results
 * that this SDK cannot decode: then 'unknown_result', because that it failed is known all the same.
 */
export function failureCode(resultXdr: string): string {
  try {
    return readFailureCode(xdr.TransactionResult.fromXdr(resultXdr, 'base64'))
  } catch {
    return 'unknown_result'
  }
}

function readFailureCode(result: xdr.TransactionResult): string {
  const outcome = result.result.type === 'txFeeBumpInnerFailed' ? result.result.innerResultPair.result : result
  for (const operation of operationResults(outcome)) {
    if (operation.type !== 'opInner') return snakeCase(operation.type)
    const code = innerCode(operation.tr)
    if (code !== null) return code
  }
  return snakeCase(outcome.result.type)
}

type OperationResults = Extract<xdr.TransactionResult['result'], { type: 'txFailed' }>['results']

function operationResults(result: xdr.TransactionResult | xdr.InnerTransactionResult): OperationResults {
  const outcome = result.result
  if (outcome.type === 'txSuccess' || outcome.type === 'txFailed') return outcome.results
  if (outcome.type === 'txFeeBumpInnerSuccess') return operationResults(outcome.innerResultPair.result)
  return []
}

function innerCode(result: xdr.OperationResultTr): string | null {
  const [kind, inner] =
    result.type === 'payment'
      ? ['payment', result.paymentResult.type]
      : result.type === 'createAccount'
        ? ['createAccount', result.createAccountResult.type]
        : [null, null]
  if (kind === null || inner.endsWith('Success')) return null
  return `op${snakeCase(inner.slice(kind.length))}`
}

function snakeCase(camel: string): string {
  return camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export type StellarPayment = {
  kind: 'payment' | 'create_account'
  destination: string
  /** Null: XLM. */
  usdcIssuer: string | null
  amount: Decimal
  memo: string | null
  /** The number that this transaction uses up. */
  sequence: string
  /** Last second (unix) in which a ledger may hold it. */
  maxTime: string
  feeStroops: string
}

/** Can the memo be carried: digits as MEMO_ID up to 2^64-1, any other text as MEMO_TEXT up to 28 bytes. */
export function isStellarMemo(memo: string): boolean {
  return isMemoId(memo) || (memo !== '' && Buffer.byteLength(memo, 'utf8') <= 28)
}

function isMemoId(memo: string): boolean {
  // No leading zeros: an id has none, so '007' can only be meant as text.
  return /^(0|[1-9]\d{0,19})$/.test(memo) && BigInt(memo) < 2n ** 64n
}

function writeMemo(memo: string | null): Memo {
  if (memo === null) return Memo.none()
  return isMemoId(memo) ? Memo.id(memo) : Memo.text(memo)
}

/**
 * Builds and signs one payment, then reads the bytes back and compares them with what was asked for, so that a mistake
 * of ours or of the library's stops here and not on the ledger.
 */
export function signPayment(
  payment: StellarPayment,
  key: { seed: string; passphrase: string },
): { hash: string; blob: string } {
  const keypair = Keypair.fromSecret(key.seed)
  // build() counts the account's sequence up by one.
  const account = new Account(keypair.publicKey(), (BigInt(payment.sequence) - 1n).toString())
  const transaction = new TransactionBuilder(account, {
    fee: payment.feeStroops,
    networkPassphrase: key.passphrase,
    timebounds: { minTime: '0', maxTime: payment.maxTime },
    memo: writeMemo(payment.memo),
  })
    .addOperation(writeOperation(payment))
    .build()
  transaction.sign(keypair)
  const blob = transaction.toEnvelope().toXdr('base64')
  const reread = TransactionBuilder.fromXdr(blob, key.passphrase)
  const differences =
    reread instanceof FeeBumpTransaction ? ['a fee bump'] : compare(reread, payment, keypair.publicKey())
  if (differences.length > 0) throw new Error(`the signed bytes differ from the order: ${differences.join(', ')}`)
  return { hash: Buffer.from(reread.hash()).toString('hex'), blob }
}

function writeOperation({ kind, destination, usdcIssuer, amount }: StellarPayment): xdr.Operation {
  if (kind === 'create_account') return Operation.createAccount({ destination, startingBalance: plain(amount) })
  return Operation.payment({ destination, asset: writeAsset(usdcIssuer), amount: plain(amount) })
}

function writeAsset(usdcIssuer: string | null): StellarAsset {
  return usdcIssuer === null ? StellarAsset.native() : new StellarAsset('USDC', usdcIssuer)
}

function compare(signed: Transaction, payment: StellarPayment, source: string): string[] {
  const [operation, ...others] = signed.operations
  const paid =
    operation?.type === 'payment'
      ? { kind: 'payment', asset: operation.asset, amount: operation.amount, to: operation.destination }
      : operation?.type === 'createAccount'
        ? {
            kind: 'create_account',
            asset: StellarAsset.native(),
            amount: operation.startingBalance,
            to: operation.destination,
          }
        : null
  const memo = signed.memo.value
  const memoText = memo === null ? null : typeof memo === 'string' ? memo : Buffer.from(memo).toString('utf8')
  const claims = {
    operation: paid?.kind === payment.kind && others.length === 0 && operation?.source == null,
    destination: paid?.to === payment.destination,
    asset: paid?.asset.equals(writeAsset(payment.usdcIssuer)) ?? false,
    amount: paid !== null && new Decimal(paid.amount).eq(payment.amount),
    memo: memoText === payment.memo,
    source: signed.source === source,
    sequence: signed.sequence === payment.sequence,
    'time bounds': signed.timeBounds?.minTime === '0' && signed.timeBounds.maxTime === payment.maxTime,
    fee: signed.fee === payment.feeStroops,
    signature: signed.signatures.length === 1,
  }
  return Object.entries(claims).flatMap(([name, holds]) => (holds ? [] : [name]))
}
