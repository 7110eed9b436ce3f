/**
 * The accounts of ours that money is asked for at, the issuers whose assets count, and who keeps escrows that a ledger itself holds
 * (decision 087): as the settings name them, and as the database has them from its first start (decision 043).
 */
import {
  type IssuedAsset,
  issuedAssets,
  issuerSettingOf,
  NETWORK_FACTS,
  type Network,
} from '#app/kernel/domain/assets.ts'

export type AccountPurpose = 'fee' | 'escrow' | IssuerPurpose | 'keeper' | 'arbiter'

/** Of the issuer of an asset: `usdc_issuer`. The database reads the asset out of it (platform_account_business). */
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

/** The settings that name them. */
const SETTINGS: Record<Network, Partial<Record<AccountPurpose | 'chain', string>>> = {
  stellar: {
    fee: 'STELLAR_FEE_ACCOUNT',
    escrow: 'STELLAR_ESCROW_ACCOUNT',
    ...Object.fromEntries(issuedAssets().map((asset) => [issuerPurposeOf(asset), issuerSettingOf(asset)])),
    keeper: 'STELLAR_KEEPER_ACCOUNT',
    arbiter: 'STELLAR_ARBITER_ADDRESS',
    chain: 'STELLAR_PASSPHRASE',
  },
  xrpl: {
    fee: 'XRPL_FEE_ACCOUNT',
    escrow: 'XRPL_ESCROW_ACCOUNT',
    keeper: 'XRPL_KEEPER_ACCOUNT',
    chain: 'XRPL_NETWORK_ID',
  },
}

export type Difference = { set: PlatformAccount; recorded: PlatformAccount }

/** Those that the settings name otherwise than the record. What is not recorded is no difference. */
export function differencesOf(set: readonly PlatformAccount[], recorded: readonly PlatformAccount[]): Difference[] {
  return set.flatMap((one) => {
    const other = recorded.find(({ network, purpose }) => network === one.network && purpose === one.purpose)
    return other && (other.address !== one.address || other.chain !== one.chain) ? [{ set: one, recorded: other }] : []
  })
}

/** One sentence for each setting that differs, with both values; on another chain every account is another one. */
export function sayDifferences(differences: readonly Difference[]): string[] {
  const said = differences.map(({ set, recorded }) => {
    const { network, purpose } = set
    return set.chain === recorded.chain
      ? `${SETTINGS[network][purpose]} is ${set.address}, and this database was started with ${recorded.address}`
      : `${SETTINGS[network].chain} is “${set.chain}”, and this database was started with “${recorded.chain}” (${NETWORK_FACTS[network].name})`
  })
  return [...new Set(said)]
}

/** Those of the record that the settings leave out. Money is asked for at the others, and they are always set. */
export function leftOut(set: readonly PlatformAccount[], recorded: readonly PlatformAccount[]): PlatformAccount[] {
  return recorded.filter(
    ({ network, purpose }) => !set.some((one) => one.network === network && one.purpose === purpose),
  )
}

/** One sentence for one that is left out, and is needed still. */
export function sayLeftOut({ network, purpose, address }: PlatformAccount): string {
  return `${SETTINGS[network][purpose]} is not set, and escrows that the ledger holds need ${address}`
}
