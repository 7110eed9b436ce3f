import { xdr } from '@stellar/stellar-sdk'
import type { ClaimableBalance } from '#harbour/horizon/ledger/claimable-balance.ts'
import { formatStroops } from '../amounts.ts'
import type { Json } from './json.ts'
import { link, pagedLink } from './links.ts'
import { predicateJson } from './predicate.ts'
import { timestamp, type View } from './view.ts'

export function balanceToken({ modifiedIn, id }: ClaimableBalance): string {
  return `${modifiedIn}-${id}`
}

export function claimableBalanceResource(balance: ClaimableBalance, { base, network }: View): Json {
  const { id, asset, amount, sponsor, modifiedIn, claimants } = balance
  const path = `/claimable_balances/${id}`
  return {
    _links: {
      self: link(base, path),
      transactions: pagedLink(base, `${path}/transactions`),
      operations: pagedLink(base, `${path}/operations`),
    },
    id,
    asset,
    amount: formatStroops(amount),
    sponsor,
    last_modified_ledger: modifiedIn,
    last_modified_time: timestamp(network.closedAt(modifiedIn)),
    claimants: claimants.map(({ destination, predicate }) => ({
      destination,
      predicate: predicateJson(xdr.ClaimPredicate.fromXdr(predicate, 'base64')),
    })),
    flags: { clawback_enabled: balance.clawback },
    paging_token: balanceToken(balance),
  }
}
