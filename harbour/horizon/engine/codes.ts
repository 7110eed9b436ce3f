/** Horizon's result codes (Horizon, internal/codes): mostly the XDR name in snake case, with exceptions. */
import type { xdr } from '@stellar/stellar-sdk'
import { operationResults } from './results.ts'

export type ResultCodes = { transaction: string; inner_transaction?: string; operations?: string[] }

export function resultCodes(result: xdr.TransactionResult): ResultCodes {
  const { type } = result.result
  const codes: ResultCodes = { transaction: transactionCode(type) }
  if (type === 'txFeeBumpInnerFailed' || type === 'txFeeBumpInnerSuccess') {
    codes.inner_transaction = transactionCode(result.result.innerResultPair.result.result.type)
  }
  const operations = operationResults(result).map(operationCode)
  if (operations.length > 0) codes.operations = operations
  return codes
}

const ODD_TRANSACTION_CODES: Record<string, string> = {
  txNoAccount: 'tx_no_source_account',
  txBadMinSeqAgeOrGap: 'tx_bad_minseq_age_or_gap',
}

function transactionCode(name: xdr.TransactionResultResult['type']): string {
  return ODD_TRANSACTION_CODES[name] ?? snake(name)
}

const ODD_OPERATION_CODES: Record<string, string> = {
  opNoAccount: 'op_no_source_account',
  createAccountAlreadyExist: 'op_already_exists',
  changeTrustNotAuthMaintainLiabilities: 'op_not_aut_maintain_liabilities',
  accountMergeSeqnumTooFar: 'op_seq_num_too_far',
  allowTrustNoTrustLine: 'op_no_trust',
  allowTrustTrustNotRequired: 'op_not_required',
  setTrustLineFlagsNoTrustLine: 'op_no_trust',
  clawbackClaimableBalanceNotIssuer: 'op_no_issuer',
  manageDataNameNotFound: 'op_data_name_not_found',
  manageDataInvalidName: 'op_data_invalid_name',
  pathPaymentStrictReceiveOfferCrossSelf: 'op_cross_self',
  pathPaymentStrictReceiveOverSendmax: 'op_over_source_max',
  pathPaymentStrictSendOfferCrossSelf: 'op_cross_self',
  pathPaymentStrictSendUnderDestmin: 'op_under_dest_min',
  manageBuyOfferSellNotAuthorized: 'sell_not_authorized',
  manageBuyOfferBuyNotAuthorized: 'buy_not_authorized',
  manageBuyOfferBuyNoIssuer: 'buy_no_issuer',
  manageBuyOfferNotFound: 'op_offer_not_found',
  manageSellOfferSellNotAuthorized: 'sell_not_authorized',
  manageSellOfferBuyNotAuthorized: 'buy_not_authorized',
  manageSellOfferBuyNoIssuer: 'buy_no_issuer',
  manageSellOfferNotFound: 'op_offer_not_found',
  invokeHostFunctionTrapped: 'function_trapped',
  invokeHostFunctionResourceLimitExceeded: 'resource_limit_exceeded',
  invokeHostFunctionEntryArchived: 'entry_archived',
  invokeHostFunctionInsufficientRefundableFee: 'insufficient_refundable_fee',
  extendFootprintTtlResourceLimitExceeded: 'resource_limit_exceeded',
  extendFootprintTtlInsufficientRefundableFee: 'insufficient_refundable_fee',
  restoreFootprintResourceLimitExceeded: 'resource_limit_exceeded',
  restoreFootprintInsufficientRefundableFee: 'insufficient_refundable_fee',
}

function operationCode(result: xdr.OperationResult): string {
  if (result.type !== 'opInner') return ODD_OPERATION_CODES[result.type] ?? snake(result.type)
  // A passive offer has the result codes of a sell offer.
  const operation = result.tr.type === 'createPassiveSellOffer' ? 'manageSellOffer' : result.tr.type
  const name = result.tr.value.type
  const odd = ODD_OPERATION_CODES[name]
  if (odd !== undefined) return odd
  return `op_${snake(name.slice(operation.length)).slice(1)}`
}

export function isOperationSuccess(result: xdr.OperationResult): boolean {
  return operationCode(result) === 'op_success'
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
