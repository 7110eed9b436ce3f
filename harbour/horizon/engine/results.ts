/** Results as real TransactionResult XDR, for a plain transaction or a fee bump. */
import { xdr } from '@stellar/stellar-sdk'
import { type Envelope, innerHash } from './envelope.ts'

/** Why a transaction could not be tried, or (the last one) why its changes are undone. */
export type Refusal =
  | 'txTooEarly'
  | 'txTooLate'
  | 'txMissingOperation'
  | 'txBadSeq'
  | 'txBadAuth'
  | 'txInsufficientBalance'
  | 'txNoAccount'
  | 'txInsufficientFee'
  | 'txBadAuthExtra'
  | 'txBadMinSeqAgeOrGap'
  | 'txMalformed'
  | 'txBadSponsorship'

/** The outcome. `feeBump`: the wrapper was refused and the transaction inside was not checked. */
export type Verdict =
  | { about: 'feeBump'; code: Refusal }
  | { about: 'transaction'; code: Refusal }
  | { about: 'transaction'; code: 'txSuccess' | 'txFailed'; results: xdr.OperationResult[] }

/** `feeCharged`: stroops that were charged or (for a refusal) would have been needed. */
export function transactionResult(envelope: Envelope, verdict: Verdict, feeCharged: bigint): xdr.TransactionResult {
  return new xdr.TransactionResult({
    feeCharged,
    result: envelope.feeBump === null || verdict.about === 'feeBump' ? plain(verdict) : wrapped(envelope, verdict),
    ext: xdr.TransactionResultExt.v0(),
  })
}

function plain(verdict: Verdict): xdr.TransactionResultResult {
  const { TransactionResultResult: Result } = xdr
  if (verdict.about === 'feeBump') return Result[verdict.code]()
  switch (verdict.code) {
    case 'txSuccess':
      return Result.txSuccess(verdict.results)
    case 'txFailed':
      return Result.txFailed(verdict.results)
    default:
      return Result[verdict.code]()
  }
}

type InnerVerdict = Extract<Verdict, { about: 'transaction' }>

function wrapped(envelope: Envelope, verdict: InnerVerdict): xdr.TransactionResultResult {
  const pair = new xdr.InnerTransactionResultPair({
    transactionHash: innerHash(envelope),
    // The outer fee covers everything: the inner transaction is charged nothing (as on mainnet since protocol 21).
    result: new xdr.InnerTransactionResult({
      feeCharged: 0n,
      result: inner(verdict),
      ext: xdr.InnerTransactionResultExt.v0(),
    }),
  })
  return verdict.code === 'txSuccess'
    ? xdr.TransactionResultResult.txFeeBumpInnerSuccess(pair)
    : xdr.TransactionResultResult.txFeeBumpInnerFailed(pair)
}

function inner(verdict: InnerVerdict): xdr.InnerTransactionResultResult {
  const { InnerTransactionResultResult: Result } = xdr
  switch (verdict.code) {
    case 'txSuccess':
      return Result.txSuccess(verdict.results)
    case 'txFailed':
      return Result.txFailed(verdict.results)
    default:
      return Result[verdict.code]()
  }
}

/** Returns the operations' results, of the inner transaction if there is one; empty: they were not tried. */
export function operationResults({ result }: xdr.TransactionResult): readonly xdr.OperationResult[] {
  const decisive =
    result.type === 'txFeeBumpInnerSuccess' || result.type === 'txFeeBumpInnerFailed'
      ? result.innerResultPair.result.result
      : result
  return decisive.type === 'txSuccess' || decisive.type === 'txFailed' ? decisive.results : []
}

export function isSuccessful({ result }: xdr.TransactionResult): boolean {
  return result.type === 'txSuccess' || result.type === 'txFeeBumpInnerSuccess'
}
