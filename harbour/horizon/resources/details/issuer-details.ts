/** Fields of an issuer's operations on others' trustlines and balances, in the list of operations. */
import type { xdr } from '@stellar/stellar-sdk'
import { formatStroops } from '#harbour/horizon/amounts.ts'
import { assetFields, assetName } from '#harbour/horizon/assets.ts'
import { addressOf, type Party, partyFields, partyOf } from '#harbour/horizon/engine/parties.ts'
import { LINE_FLAGS } from '#harbour/horizon/ledger/account.ts'
import { balanceIdHex } from '#harbour/horizon/ledger/claimable-balance.ts'
import { ownAsset } from '#harbour/horizon/operations/issuer/trust-flags.ts'
import type { Json } from '../json.ts'
import type { Description } from './description.ts'

export function describeAllowTrust(operation: xdr.AllowTrustOp, source: Party): Description {
  const trustor = addressOf(operation.trustor)
  const maintains = operation.authorize === LINE_FLAGS.maintainsLiabilities
  const details = {
    ...assetFields(assetName(ownAsset(operation.asset, source.address))),
    ...partyFields('trustee', source),
    trustor,
    authorize: operation.authorize === LINE_FLAGS.authorized,
    ...(maintains ? { authorize_to_maintain_liabilities: true } : {}),
  }
  return { type: 'allow_trust', typeNumber: 7, isPayment: false, details, counterparties: [trustor] }
}

export function describeSetTrustLineFlags(operation: xdr.SetTrustLineFlagsOp): Description {
  const trustor = addressOf(operation.trustor)
  const details = {
    trustor,
    ...assetFields(assetName(operation.asset)),
    ...flagDetails('set', operation.setFlags),
    ...flagDetails('clear', operation.clearFlags),
  }
  return { type: 'set_trust_line_flags', typeNumber: 21, isPayment: false, details, counterparties: [trustor] }
}

export function describeClawback(operation: xdr.ClawbackOp): Description {
  const from = partyOf(operation.from)
  const details = {
    ...assetFields(assetName(operation.asset)),
    ...partyFields('from', from),
    amount: formatStroops(operation.amount),
  }
  return { type: 'clawback', typeNumber: 19, isPayment: false, details, counterparties: [from.address] }
}

export function describeClawbackBalance({ balanceId }: xdr.ClawbackClaimableBalanceOp): Description {
  const details = { balance_id: balanceIdHex(balanceId) }
  return { type: 'clawback_claimable_balance', typeNumber: 20, isPayment: false, details, counterparties: [] }
}

/** Horizon's names, including its misspelling. */
const FLAG_NAMES = [
  [LINE_FLAGS.authorized, 'authorized'],
  [LINE_FLAGS.maintainsLiabilities, 'authorized_to_maintain_liabilites'],
  [LINE_FLAGS.clawback, 'clawback_enabled'],
] as const

function flagDetails(verb: 'set' | 'clear', flags: number): Record<string, Json> {
  const raised = FLAG_NAMES.filter(([bit]) => (flags & bit) !== 0)
  if (raised.length === 0) return {}
  return {
    [`${verb}_flags`]: raised.map(([bit]) => bit),
    [`${verb}_flags_s`]: raised.map(([, name]) => name),
  }
}
