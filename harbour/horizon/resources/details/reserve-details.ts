/** Fields of claimable balances and of sponsoring in the list of operations; none of them is a payment. */
import type { xdr } from '@stellar/stellar-sdk'
import { formatStroops } from '#harbour/horizon/amounts.ts'
import { assetName } from '#harbour/horizon/assets.ts'
import { addressOf, type Party, partyFields } from '#harbour/horizon/engine/parties.ts'
import { signerKeyOf } from '#harbour/horizon/engine/signatures.ts'
import { balanceIdHex } from '#harbour/horizon/ledger/claimable-balance.ts'
import type { Json } from '../json.ts'
import { predicateJson } from '../predicate.ts'
import type { Description } from './description.ts'

/** With the conditions as requested, not as the ledger stores them. */
export function describeCreateBalance({ asset, amount, claimants }: xdr.CreateClaimableBalanceOp): Description {
  const named = claimants.map(({ v0 }) => ({
    destination: addressOf(v0.destination),
    predicate: predicateJson(v0.predicate),
  }))
  return {
    type: 'create_claimable_balance',
    typeNumber: 14,
    isPayment: false,
    details: { asset: assetName(asset), amount: formatStroops(amount), claimants: named },
    counterparties: named.map(({ destination }) => destination),
  }
}

export function describeClaim({ balanceId }: xdr.ClaimClaimableBalanceOp, source: Party): Description {
  return {
    type: 'claim_claimable_balance',
    typeNumber: 15,
    isPayment: false,
    details: { balance_id: balanceIdHex(balanceId), ...partyFields('claimant', source) },
    counterparties: [],
  }
}

export function describeBeginSponsoring({ sponsoredId }: xdr.BeginSponsoringFutureReservesOp): Description {
  const sponsored = addressOf(sponsoredId)
  return {
    type: 'begin_sponsoring_future_reserves',
    typeNumber: 16,
    isPayment: false,
    details: { sponsored_id: sponsored },
    counterparties: [sponsored],
  }
}

export function describeEndSponsoring(sponsor: Party | null): Description {
  return {
    type: 'end_sponsoring_future_reserves',
    typeNumber: 17,
    isPayment: false,
    details: sponsor === null ? {} : partyFields('begin_sponsor', sponsor),
    counterparties: sponsor === null ? [] : [sponsor.address],
  }
}

export function describeRevoke(operation: xdr.RevokeSponsorshipOp): Description {
  const { details, owner } =
    operation.type === 'revokeSponsorshipSigner' ? signerDetails(operation.signer) : entryDetails(operation.ledgerKey)
  return {
    type: 'revoke_sponsorship',
    typeNumber: 18,
    isPayment: false,
    details,
    counterparties: owner === null ? [] : [owner],
  }
}

type Named = { details: Record<string, Json>; owner: string | null }

function signerDetails({ accountId, signerKey }: xdr.RevokeSponsorshipOpSigner): Named {
  const owner = addressOf(accountId)
  return { details: { signer_account_id: owner, signer_key: signerKeyOf(signerKey) }, owner }
}

function entryDetails(key: xdr.LedgerKey): Named {
  switch (key.type) {
    case 'account': {
      const owner = addressOf(key.account.accountId)
      return { details: { account_id: owner }, owner }
    }
    case 'trustline': {
      const { accountId, asset } = key.trustLine
      const owner = addressOf(accountId)
      const line: Record<string, Json> =
        asset.type === 'assetTypePoolShare'
          ? { trustline_liquidity_pool_id: Buffer.from(asset.liquidityPoolId.toXdr()).toString('hex') }
          : { trustline_asset: assetName(asset) }
      return { details: { trustline_account_id: owner, ...line }, owner }
    }
    case 'data': {
      const owner = addressOf(key.data.accountId)
      return { details: { data_account_id: owner, data_name: key.data.dataName.toString() }, owner }
    }
    case 'claimableBalance':
      return { details: { claimable_balance_id: balanceIdHex(key.claimableBalance.balanceId) }, owner: null }
    case 'offer':
      return { details: { offer_id: key.offer.offerId.toString() }, owner: addressOf(key.offer.sellerId) }
  }
  throw new Error(`An entry that the local ledger does not have was named in it: ${key.type}`)
}
