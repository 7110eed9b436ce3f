/** The three assets and two networks that Quayside settles in (spec §1). */

export const ASSETS = ['XLM', 'XRP', 'USDC'] as const
export type Asset = (typeof ASSETS)[number]

export const NETWORKS = ['stellar', 'xrpl'] as const
export type Network = (typeof NETWORKS)[number]

/** What people call the networks. */
export const NETWORK_NAMES = { stellar: 'Stellar', xrpl: 'XRP Ledger' } as const satisfies Record<Network, string>

type AssetFacts = {
  network: Network
  /** What people call the network. */
  networkName: string
  /** Smallest unit on the ledger: 7 places for a stroop, 6 for a drop. */
  ledgerPlaces: number
  /** Places of an amount that a payer is asked to send as a fee (spec §9). */
  quotePlaces: number
  /** What wallets call the reference beside the address. */
  memoName: 'memo' | 'destination tag'
}

export const ASSET_FACTS: Record<Asset, AssetFacts> = {
  XLM: { network: 'stellar', networkName: NETWORK_NAMES.stellar, ledgerPlaces: 7, quotePlaces: 4, memoName: 'memo' },
  XRP: {
    network: 'xrpl',
    networkName: NETWORK_NAMES.xrpl,
    ledgerPlaces: 6,
    quotePlaces: 4,
    memoName: 'destination tag',
  },
  USDC: { network: 'stellar', networkName: NETWORK_NAMES.stellar, ledgerPlaces: 7, quotePlaces: 2, memoName: 'memo' },
}

/** What a ledger takes its fees in, whatever is paid. */
export const FEE_ASSETS = { stellar: 'XLM', xrpl: 'XRP' } as const satisfies Record<Network, Asset>

export function isAsset(value: unknown): value is Asset {
  return typeof value === 'string' && (ASSETS as readonly string[]).includes(value)
}

export function networkOf(asset: Asset): Network {
  return ASSET_FACTS[asset].network
}

const STELLAR_ADDRESS = /^G[A-Z2-7]{55}$/
const XRPL_ADDRESS = /^r[rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz]{25,35}$/

/**
 * Does the text look like an address of this asset's network (spec §5)? Only the shape: the checksum is checked by
 * the ledger's adapter, because a mistyped address keeps its shape.
 */
export function looksLikeAddress(asset: Asset, address: string): boolean {
  return networkOf(asset) === 'stellar' ? STELLAR_ADDRESS.test(address) : XRPL_ADDRESS.test(address)
}

/** A transaction hash as both ledgers show it: 64 hexadecimal digits, in any case. */
export function looksLikeHash(text: string): boolean {
  return /^[0-9a-fA-F]{64}$/.test(text)
}

/** The one spelling under which a hash is stored: Stellar's in lower case, the XRP Ledger's in upper case. */
export function normalizeHash(network: Network, hash: string): string {
  const trimmed = hash.trim()
  return network === 'stellar' ? trimmed.toLowerCase() : trimmed.toUpperCase()
}
