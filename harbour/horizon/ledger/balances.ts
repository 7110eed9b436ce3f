/**
 * Moves an amount into or out of one account, for XLM and issued assets alike. An issuer needs no trustline to its own
 * asset: paying creates the asset, receiving destroys it (stellar-core, TrustLineWrapper).
 */

import { MAX_STROOPS } from '#harbour/horizon/amounts.ts'
import { type AssetName, issuerOf } from '#harbour/horizon/assets.ts'
import type { Draft } from '#harbour/horizon/engine/draft.ts'
import { isAuthorized, spendable, trustlineOf, withTrustline } from './account.ts'

type Movement = { address: string; asset: AssetName; amount: bigint; ledger: number }
export type CreditOutcome = 'done' | 'NoTrust' | 'NotAuthorized' | 'LineFull'
export type DebitOutcome = 'done' | 'SrcNoTrust' | 'SrcNotAuthorized' | 'Underfunded'

/** The caller has checked that the account exists. */
export function credit(draft: Draft, { address, asset, amount, ledger }: Movement): CreditOutcome {
  if (issuerOf(asset) === address) return 'done'
  const account = draft.find(address)
  if (account === undefined) return 'NoTrust'
  if (asset === 'native') {
    if (account.balance + amount > MAX_STROOPS) return 'LineFull'
    draft.put({ ...account, balance: account.balance + amount, modifiedIn: ledger })
    return 'done'
  }
  const line = trustlineOf(account, asset)
  if (line === undefined) return 'NoTrust'
  if (!isAuthorized(line)) return 'NotAuthorized'
  if (line.balance + amount > line.limit) return 'LineFull'
  draft.put(withTrustline(account, { ...line, balance: line.balance + amount, modifiedIn: ledger }))
  return 'done'
}

/** The caller has checked that the account exists. */
export function debit(draft: Draft, { address, asset, amount, ledger }: Movement): DebitOutcome {
  if (issuerOf(asset) === address) return 'done'
  const account = draft.find(address)
  if (account === undefined) return 'SrcNoTrust'
  if (asset === 'native') {
    if (spendable(account) < amount) return 'Underfunded'
    draft.put({ ...account, balance: account.balance - amount, modifiedIn: ledger })
    return 'done'
  }
  const line = trustlineOf(account, asset)
  if (line === undefined) return 'SrcNoTrust'
  if (!isAuthorized(line)) return 'SrcNotAuthorized'
  if (line.balance < amount) return 'Underfunded'
  draft.put(withTrustline(account, { ...line, balance: line.balance - amount, modifiedIn: ledger }))
  return 'done'
}
