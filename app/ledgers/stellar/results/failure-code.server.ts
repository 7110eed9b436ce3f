import { xdr } from '@stellar/stellar-sdk'
import { operationResults } from './operation-results.server.ts'

/**
 * Why a transaction failed, as Horizon names it: 'op_no_trust', 'tx_bad_seq'. Results of a newer protocol that this SDK
 * cannot decode give 'unknown_result': that it failed is known all the same.
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
    if (operation.type !== 'opInner') return outerCode(operation.type)
    const code = innerCode(operation.tr)
    if (code !== null) return code
  }
  return outerCode(outcome.result.type)
}

/** Null: it succeeded. */
function innerCode({ type, value }: xdr.OperationResultTr): string | null {
  if (value.type.endsWith('Success')) return null
  // A result is named after its operation, but that of a passive offer after the plain sell offer.
  const name = type === 'createPassiveSellOffer' ? 'manageSellOffer' : type
  return ODD_OPERATION_CODES[value.type] ?? `op${snakeCase(value.type.slice(name.length))}`
}

/** Horizon's codes that differ from the XDR names (stellar-horizon, internal/codes). */
const ODD_OUTER_CODES: Record<string, string> = {
  opNoAccount: 'op_no_source_account',
  txNoAccount: 'tx_no_source_account',
  txBadMinSeqAgeOrGap: 'tx_bad_minseq_age_or_gap',
}

const ODD_OPERATION_CODES: Record<string, string> = {
  createAccountAlreadyExist: 'op_already_exists',
  pathPaymentStrictReceiveOfferCrossSelf: 'op_cross_self',
  pathPaymentStrictReceiveOverSendmax: 'op_over_source_max',
  manageBuyOfferSellNotAuthorized: 'sell_not_authorized',
  manageBuyOfferBuyNotAuthorized: 'buy_not_authorized',
  manageBuyOfferBuyNoIssuer: 'buy_no_issuer',
  manageBuyOfferNotFound: 'op_offer_not_found',
  manageSellOfferSellNotAuthorized: 'sell_not_authorized',
  manageSellOfferBuyNotAuthorized: 'buy_not_authorized',
  manageSellOfferBuyNoIssuer: 'buy_no_issuer',
  manageSellOfferNotFound: 'op_offer_not_found',
  changeTrustNotAuthMaintainLiabilities: 'op_not_aut_maintain_liabilities',
  allowTrustNoTrustLine: 'op_no_trust',
  allowTrustTrustNotRequired: 'op_not_required',
  accountMergeSeqnumTooFar: 'op_seq_num_too_far',
  manageDataNameNotFound: 'op_data_name_not_found',
  manageDataInvalidName: 'op_data_invalid_name',
  pathPaymentStrictSendOfferCrossSelf: 'op_cross_self',
  pathPaymentStrictSendUnderDestmin: 'op_under_dest_min',
  clawbackClaimableBalanceNotIssuer: 'op_no_issuer',
  setTrustLineFlagsNoTrustLine: 'op_no_trust',
  invokeHostFunctionTrapped: 'function_trapped',
  invokeHostFunctionResourceLimitExceeded: 'resource_limit_exceeded',
  invokeHostFunctionEntryArchived: 'entry_archived',
  invokeHostFunctionInsufficientRefundableFee: 'insufficient_refundable_fee',
  extendFootprintTtlResourceLimitExceeded: 'resource_limit_exceeded',
  extendFootprintTtlInsufficientRefundableFee: 'insufficient_refundable_fee',
  restoreFootprintResourceLimitExceeded: 'resource_limit_exceeded',
  restoreFootprintInsufficientRefundableFee: 'insufficient_refundable_fee',
}

function outerCode(name: string): string {
  return ODD_OUTER_CODES[name] ?? snakeCase(name)
}

function snakeCase(camel: string): string {
  return camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
