/** Balances of an account, as the ledgers report them. */
import type { Asset } from '#app/kernel/domain/assets.ts'
import { PLAY_NAMES, type PlayName, stellarPlayKey, xrplPlayWallet } from '#harbour/accounts.ts'
import type { StellarPurse } from '#harbour/wallet/stellar-purse.ts'
import type { XrplPurse } from '#harbour/wallet/xrpl-purse.ts'

/** Whole units as plain decimals; null: no account or no trustline. */
export type Balances = Record<Asset, string | null>

type Purses = { stellar: StellarPurse; xrpl: XrplPurse }

export async function balancesOf(purses: Purses, addresses: { stellar: string; xrpl: string }): Promise<Balances> {
  const [stellar, xrp] = await Promise.all([
    purses.stellar.balances(addresses.stellar),
    purses.xrpl.balance(addresses.xrpl),
  ])
  return { XLM: stellar?.XLM ?? null, USDC: stellar?.USDC ?? null, XRP: xrp }
}

export function addressesOf(name: PlayName): { stellar: string; xrpl: string } {
  return { stellar: stellarPlayKey(name).publicKey(), xrpl: xrplPlayWallet(name).address }
}

/** By play account or by address; for an address only the assets of its ledger. */
export async function balancesOfAccount(purses: Purses, account: string): Promise<Partial<Balances>> {
  const name = PLAY_NAMES.find((known) => known === account)
  if (name !== undefined) return balancesOf(purses, addressesOf(name))
  if (account.startsWith('r')) return { XRP: await purses.xrpl.balance(account) }
  const stellar = await purses.stellar.balances(account)
  return { XLM: stellar?.XLM ?? null, USDC: stellar?.USDC ?? null }
}
