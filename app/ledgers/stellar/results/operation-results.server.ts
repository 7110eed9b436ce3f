/** What the operations of a transaction did, from the binary results: Horizon's fields do not have it. */
import { Asset, StrKey, xdr } from '@stellar/stellar-sdk'
import type { Decimal } from '#app/kernel/domain/money.ts'
import { fromStroops } from '../envelope.server.ts'

/** XLM moved by the account_merge at this index. Throws when there is none. */
export function mergedAmount(resultXdr: string, operationIndex: number): Decimal {
  const operation = operationResults(xdr.TransactionResult.fromXdr(resultXdr, 'base64'))[operationIndex]
  if (operation?.type === 'opInner' && operation.tr.type === 'accountMerge') {
    const merge = operation.tr.accountMergeResult
    if (merge.type === 'accountMergeSuccess') return fromStroops(merge.sourceAccountBalance)
  }
  throw new Error('the result holds no successful account_merge at that place')
}

/** What an offer sold when it was made: to whom (null: a pool), the canonical name of the asset, the amount. */
export function soldAtOnce(
  resultXdr: string,
  operationIndex: number,
): { to: string | null; asset: string; amount: Decimal }[] {
  const operation = operationResults(xdr.TransactionResult.fromXdr(resultXdr, 'base64'))[operationIndex]
  const value = operation?.type === 'opInner' ? operation.tr.value : undefined
  if (value?.type !== 'manageSellOfferSuccess' && value?.type !== 'manageBuyOfferSuccess') return []
  return value.success.offersClaimed.map((trade) => ({
    to: sellerOf(trade),
    // From the other side's view: what it bought is what was sold here.
    asset: Asset.fromOperation(trade.value.assetBought).toString(),
    amount: fromStroops(trade.value.amountBought),
  }))
}

function sellerOf(trade: xdr.ClaimAtom): string | null {
  switch (trade.type) {
    case 'claimAtomTypeOrderBook':
      return StrKey.encodeEd25519PublicKey(trade.orderBook.sellerId.ed25519.toBytes())
    case 'claimAtomTypeV0':
      return StrKey.encodeEd25519PublicKey(trade.v0.sellerEd25519.toBytes())
    case 'claimAtomTypeLiquidityPool':
      return null
  }
}

type OperationResults = Extract<xdr.TransactionResult['result'], { type: 'txFailed' }>['results']

/** Of the inner transaction if there is one; empty when the operations were never applied. */
export function operationResults(result: xdr.TransactionResult | xdr.InnerTransactionResult): OperationResults {
  const outcome = result.result
  if (outcome.type === 'txSuccess' || outcome.type === 'txFailed') return outcome.results
  if (outcome.type === 'txFeeBumpInnerSuccess') return operationResults(outcome.innerResultPair.result)
  return []
}
