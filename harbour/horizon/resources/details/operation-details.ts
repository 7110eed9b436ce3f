/** The fields that describe an operation in Horizon (Horizon, operations_processor.go). */
import type { xdr } from '@stellar/stellar-sdk'
import { formatStroops } from '#harbour/horizon/amounts.ts'
import { type AssetName, assetFields, assetName } from '#harbour/horizon/assets.ts'
import { addressOf, type Party, partyFields, partyOf } from '#harbour/horizon/engine/parties.ts'
import { signerKeyOf } from '#harbour/horizon/engine/signatures.ts'
import type { Json } from '../json.ts'
import type { Description } from './description.ts'
import {
  describeAllowTrust,
  describeClawback,
  describeClawbackBalance,
  describeSetTrustLineFlags,
} from './issuer-details.ts'
import {
  describeBeginSponsoring,
  describeClaim,
  describeCreateBalance,
  describeEndSponsoring,
  describeRevoke,
} from './reserve-details.ts'

type Context = {
  /** Null: its transaction failed, so nothing was sent or delivered. */
  result: xdr.OperationResult | null
  /** Who began the sponsorship that it ends; null: it ends none. */
  sponsor: Party | null
}

export function describeOperation({ body }: xdr.Operation, source: Party, { result, sponsor }: Context): Description {
  switch (body.type) {
    case 'createAccount':
      return describeCreateAccount(body.createAccountOp, source)
    case 'payment':
      return describePayment(body.paymentOp, source)
    case 'pathPaymentStrictReceive':
      return describeStrictReceive(body.pathPaymentStrictReceiveOp, source, result)
    case 'pathPaymentStrictSend':
      return describeStrictSend(body.pathPaymentStrictSendOp, source, result)
    case 'setOptions':
      return {
        type: 'set_options',
        typeNumber: 5,
        isPayment: false,
        details: optionDetails(body.setOptionsOp),
        counterparties: [],
      }
    case 'changeTrust':
      return describeChangeTrust(body.changeTrustOp, source)
    case 'accountMerge':
      return describeAccountMerge(body.destination, source)
    case 'manageData': {
      const { dataName, dataValue } = body.manageDataOp
      const value = dataValue === null ? '' : Buffer.from(dataValue.value).toString('base64')
      const details = { name: dataName.toString(), value }
      return { type: 'manage_data', typeNumber: 10, isPayment: false, details, counterparties: [] }
    }
    case 'bumpSequence': {
      const details = { bump_to: body.bumpSequenceOp.bumpTo.toString() }
      return { type: 'bump_sequence', typeNumber: 11, isPayment: false, details, counterparties: [] }
    }
    case 'setTrustLineFlags':
      return describeSetTrustLineFlags(body.setTrustLineFlagsOp)
    case 'allowTrust':
      return describeAllowTrust(body.allowTrustOp, source)
    case 'clawback':
      return describeClawback(body.clawbackOp)
    case 'clawbackClaimableBalance':
      return describeClawbackBalance(body.clawbackClaimableBalanceOp)
    case 'createClaimableBalance':
      return describeCreateBalance(body.createClaimableBalanceOp)
    case 'claimClaimableBalance':
      return describeClaim(body.claimClaimableBalanceOp, source)
    case 'beginSponsoringFutureReserves':
      return describeBeginSponsoring(body.beginSponsoringFutureReservesOp)
    case 'endSponsoringFutureReserves':
      return describeEndSponsoring(sponsor)
    case 'revokeSponsorship':
      return describeRevoke(body.revokeSponsorshipOp)
    default:
      throw new Error(`An operation that the local ledger does not carry out was included: ${body.type}`)
  }
}

function describeCreateAccount(operation: xdr.CreateAccountOp, source: Party): Description {
  const account = addressOf(operation.destination)
  const details = {
    starting_balance: formatStroops(operation.startingBalance),
    ...partyFields('funder', source),
    account,
  }
  return { type: 'create_account', typeNumber: 0, isPayment: true, details, counterparties: [account] }
}

function describePayment(operation: xdr.PaymentOp, source: Party): Description {
  const destination = partyOf(operation.destination)
  const details = {
    ...assetFields(assetName(operation.asset)),
    ...partyFields('from', source),
    ...partyFields('to', destination),
    amount: formatStroops(operation.amount),
  }
  return { type: 'payment', typeNumber: 1, isPayment: true, details, counterparties: [destination.address] }
}

function describeStrictReceive(
  operation: xdr.PathPaymentStrictReceiveOp,
  source: Party,
  result: xdr.OperationResult | null,
): Description {
  const destination = partyOf(operation.destination)
  const details = {
    ...pathDetails(operation, source, destination),
    amount: formatStroops(operation.destAmount),
    source_amount: formatStroops(amountSent(operation, result)),
    source_max: formatStroops(operation.sendMax),
  }
  const counterparties = [destination.address]
  return { type: 'path_payment_strict_receive', typeNumber: 2, isPayment: true, details, counterparties }
}

function describeStrictSend(
  operation: xdr.PathPaymentStrictSendOp,
  source: Party,
  result: xdr.OperationResult | null,
): Description {
  const destination = partyOf(operation.destination)
  const details = {
    ...pathDetails(operation, source, destination),
    amount: formatStroops(amountDelivered(result)),
    source_amount: formatStroops(operation.sendAmount),
    destination_min: formatStroops(operation.destMin),
  }
  const counterparties = [destination.address]
  return { type: 'path_payment_strict_send', typeNumber: 13, isPayment: true, details, counterparties }
}

type Path = { sendAsset: xdr.Asset; destAsset: xdr.Asset; path: xdr.Asset[] }

function pathDetails({ sendAsset, destAsset, path }: Path, source: Party, destination: Party): Record<string, Json> {
  return {
    ...assetFields(assetName(destAsset)),
    ...partyFields('from', source),
    ...partyFields('to', destination),
    path: path.map((asset) => assetFields(assetName(asset))),
    ...assetFields(assetName(sendAsset), 'source_'),
  }
}

/** Stroops that left the source: what the first exchanges took, or what arrived if there were none. */
function amountSent({ sendAsset }: Path, result: xdr.OperationResult | null): bigint {
  if (result?.type !== 'opInner' || result.tr.type !== 'pathPaymentStrictReceive') return 0n
  const payment = result.tr.pathPaymentStrictReceiveResult
  if (payment.type !== 'pathPaymentStrictReceiveSuccess') return 0n
  const { offers, last } = payment.success
  const sent: AssetName = assetName(sendAsset)
  const taken = offers.flatMap((offer) =>
    offer.type === 'claimAtomTypeOrderBook' && assetName(offer.orderBook.assetBought) === sent
      ? [offer.orderBook.amountBought]
      : [],
  )
  return taken.length === 0 ? last.amount : taken.reduce((sum, amount) => sum + amount, 0n)
}

function amountDelivered(result: xdr.OperationResult | null): bigint {
  if (result?.type !== 'opInner' || result.tr.type !== 'pathPaymentStrictSend') return 0n
  const payment = result.tr.pathPaymentStrictSendResult
  return payment.type === 'pathPaymentStrictSendSuccess' ? payment.success.last.amount : 0n
}

function describeChangeTrust({ line, limit }: xdr.ChangeTrustOp, source: Party): Description {
  if (line.type === 'assetTypePoolShare') throw new Error('A pool share was included: the local ledger has no pools')
  const asset = assetFields(assetName(line))
  const details = {
    ...asset,
    limit: formatStroops(limit),
    trustee: asset.asset_issuer ?? '',
    ...partyFields('trustor', source),
  }
  return { type: 'change_trust', typeNumber: 6, isPayment: false, details, counterparties: [] }
}

function describeAccountMerge(into: xdr.MuxedAccount, source: Party): Description {
  const destination = partyOf(into)
  const details = { ...partyFields('account', source), ...partyFields('into', destination) }
  return { type: 'account_merge', typeNumber: 8, isPayment: true, details, counterparties: [destination.address] }
}

function optionDetails(operation: xdr.SetOptionsOp): Record<string, Json> {
  const { inflationDest, homeDomain, masterWeight, lowThreshold, medThreshold, highThreshold, signer } = operation
  return {
    ...(inflationDest === null ? {} : { inflation_dest: addressOf(inflationDest) }),
    ...(homeDomain === null ? {} : { home_domain: homeDomain.toString() }),
    ...(masterWeight === null ? {} : { master_key_weight: masterWeight }),
    ...(lowThreshold === null ? {} : { low_threshold: lowThreshold }),
    ...(medThreshold === null ? {} : { med_threshold: medThreshold }),
    ...(highThreshold === null ? {} : { high_threshold: highThreshold }),
    ...(signer === null ? {} : { signer_key: signerKeyOf(signer.key), signer_weight: signer.weight }),
    ...flagDetails('set', operation.setFlags),
    ...flagDetails('clear', operation.clearFlags),
  }
}

const FLAG_NAMES = [
  [1, 'auth_required'],
  [2, 'auth_revocable'],
  [4, 'auth_immutable'],
  [8, 'auth_clawback_enabled'],
] as const

function flagDetails(verb: 'set' | 'clear', flags: number | null): Record<string, Json> {
  const raised = FLAG_NAMES.filter(([bit]) => ((flags ?? 0) & bit) !== 0)
  if (raised.length === 0) return {}
  return {
    [`${verb}_flags`]: raised.map(([bit]) => bit),
    [`${verb}_flags_s`]: raised.map(([, name]) => name),
  }
}
