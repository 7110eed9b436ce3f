/**
 * Our accounts that money is asked for at, the issuers whose assets count, and the sponsors of on-chain escrows
 * (decision 087): as the settings name them, and as the database has stored them since its first start (decision 094).
 */
import {
  type IssuedAsset,
  issuedAssets,
  issuerSettingOf,
  NETWORK_FACTS,
  type Network,
} from '#app/kernel/domain/assets.ts'

export type AccountPurpose = 'fee' | 'escrow' | IssuerPurpose | 'keeper' | 'arbiter'

/** Of an asset's issuer: `usdc_issuer`. The database parses the asset from it (platform_account_business). */
type IssuerPurpose = `${Lowercase<IssuedAsset>}_issuer`

export function issuerPurposeOf(asset: IssuedAsset): IssuerPurpose {
  return `${asset.toLowerCase() as Lowercase<IssuedAsset>}_issuer`
}

export type PlatformAccount = {
  network: Network
  purpose: AccountPurpose
  /** Passphrase or network id. */
  chain: string
  address: string
}

const SETTINGS: Record<Network, Partial<Record<AccountPurpose | 'chain', string>>> = {
  stellar: {
    fee: 'STELLAR_FEE_ACCOUNT',
    escrow: 'STELLAR_ESCROW_ACCOUNT',
    ...Object.fromEntries(issuedAssets().map((asset) => [issuerPurposeOf(asset), issuerSettingOf(asset)])),
    keeper: 'STELLAR_SPONSOR_ACCOUNT',
    arbiter: 'STELLAR_ARBITER_ADDRESS',
    chain: 'STELLAR_PASSPHRASE',
  },
  xrpl: {
    fee: 'XRPL_FEE_ACCOUNT',
    escrow: 'XRPL_ESCROW_ACCOUNT',
    keeper: 'XRPL_SPONSOR_ACCOUNT',
    chain: 'XRPL_NETWORK_ID',
  },
}

export type Difference = { set: PlatformAccount; recorded: PlatformAccount }

/** Accounts in which settings and record differ. What is not recorded is no difference. */
export function differencesOf(set: readonly PlatformAccount[], recorded: readonly PlatformAccount[]): Difference[] {
  return set.flatMap((one) => {
    const other = recorded.find(({ network, purpose }) => network === one.network && purpose === one.purpose)
    return other && (other.address !== one.address || other.chain !== one.chain) ? [{ set: one, recorded: other }] : []
  })
}

/** One sentence for each setting that differs, with both values; on another chain all accounts differ. */
export function sayDifferences(differences: readonly Difference[]): string[] {
  const said = differences.map(({ set, recorded }) => {
    const { network, purpose } = set
    return set.chain === recorded.chain
      ? `${SETTINGS[network][purpose]} is ${set.address}, and this database was started with ${recorded.address}`
      : `${SETTINGS[network].chain} is “${set.chain}”, and this database was started with “${recorded.chain}” (${NETWORK_FACTS[network].name})`
  })
  return [...new Set(said)]
}

/** Recorded accounts that the settings leave out. Only sponsors and the arbiter can be: the others are always set. */
export function leftOut(set: readonly PlatformAccount[], recorded: readonly PlatformAccount[]): PlatformAccount[] {
  return recorded.filter(
    ({ network, purpose }) => !set.some((one) => one.network === network && one.purpose === purpose),
  )
}

/** The sentence for one that is left out but still needed. */
export function sayLeftOut({ network, purpose, address }: PlatformAccount): string {
  return `${SETTINGS[network][purpose]} is not set, and escrows that the ledger holds need ${address}`
}
