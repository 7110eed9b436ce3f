/**
 * The accounts of ours that money is asked for at, and the issuer whose USDC counts: as the settings name them, and as the
 * database has them from its first start (decision 043).
 */
import { NETWORK_NAMES, type Network } from '#app/domain/kernel/assets.ts'

export type AccountPurpose = 'fee' | 'escrow' | 'usdc_issuer'

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
    usdc_issuer: 'USDC_ISSUER',
    chain: 'STELLAR_PASSPHRASE',
  },
  xrpl: { fee: 'XRPL_FEE_ACCOUNT', escrow: 'XRPL_ESCROW_ACCOUNT', chain: 'XRPL_NETWORK_ID' },
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
      : `${SETTINGS[network].chain} is “${set.chain}”, and this database was started with “${recorded.chain}” (${NETWORK_NAMES[network]})`
  })
  return [...new Set(said)]
}
