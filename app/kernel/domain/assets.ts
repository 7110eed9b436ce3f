/**
 * The three assets and two networks of Quayside (spec §1), and all that differs between them: nothing else compares an
 * asset with a name (scripts/house/facts.test.ts). What only an adapter needs is in `app/ledgers`.
 */

import { seenText } from './words/seen-text.ts'

export const ASSETS = ['XLM', 'XRP', 'USDC'] as const
export type Asset = (typeof ASSETS)[number]

export const NETWORKS = ['stellar', 'xrpl'] as const
export type Network = (typeof NETWORKS)[number]

/** How a network keeps an on-chain escrow (docs/decisions/087). */
type CustodyFacts = {
  /**
   * `signatures`: two of three signers settle it in any shares; after its date the buyer can claim it. `secret`:
   * whoever shows it sends all to the seller, or it goes back after its date; nobody signs, nothing is divided.
   */
  settledBy: 'signatures' | 'secret'
  /** Can the buyer claim it from the very second of its date on? Otherwise only after that second. */
  isDateInclusive: boolean
  /** What the deposit reserves of the buyer's own money, in the native asset. */
  reserve: string
  /**
   * Where wallets take the deposit by a link or a code: everywhere by a standard (SEP-7), or only in the harbour's
   * wallet as long as no operator's key for the wallets that read such codes is set up (docs/decisions/087).
   */
  signedByLink: 'everywhere' | 'in_harbour'
}

type NetworkFacts = {
  name: string
  /** The asset of its fees and reserves, whatever is paid. */
  native: Asset
  /** What distinguishes payments to one account: a memo, or on the XRP Ledger a destination tag. */
  memoKind: 'memo' | 'tag'
  custody: CustodyFacts
}

export const NETWORK_FACTS: Record<Network, NetworkFacts> = {
  stellar: {
    name: 'Stellar',
    native: 'XLM',
    memoKind: 'memo',
    custody: { settledBy: 'signatures', isDateInclusive: true, reserve: '1', signedByLink: 'everywhere' },
  },
  xrpl: {
    name: 'XRP Ledger',
    native: 'XRP',
    memoKind: 'tag',
    custody: { settledBy: 'secret', isDateInclusive: false, reserve: '0.2', signedByLink: 'in_harbour' },
  },
}

type AssetFacts = {
  network: Network
  /** The setting that names its issuer; null: the network's native asset. */
  issuerSetting: string | null
  /** Is one unit a US dollar? */
  isDollar: boolean
  /** Decimal places of the ledger's smallest unit: 7 for a stroop, 6 for a drop. */
  ledgerPlaces: number
  /** Decimal places of an amount that a payer is asked to send as a fee (spec §9). */
  quotePlaces: number
}

const FACTS = {
  XLM: { network: 'stellar', issuerSetting: null, isDollar: false, ledgerPlaces: 7, quotePlaces: 4 },
  XRP: { network: 'xrpl', issuerSetting: null, isDollar: false, ledgerPlaces: 6, quotePlaces: 4 },
  USDC: { network: 'stellar', issuerSetting: 'USDC_ISSUER', isDollar: true, ledgerPlaces: 7, quotePlaces: 2 },
} as const satisfies Record<Asset, AssetFacts>

export const ASSET_FACTS: Record<Asset, AssetFacts> = FACTS

/** What a form offers by default. */
export const USUAL_ASSET: Asset = 'USDC'

type FactsOf = typeof FACTS
type AssetsWith<Facts> = { [One in Asset]: FactsOf[One] extends Facts ? One : never }[Asset]

export type IssuedAsset = AssetsWith<{ issuerSetting: string }>
export type IssuerSetting = FactsOf[IssuedAsset]['issuerSetting']

export function isAsset(value: unknown): value is Asset {
  return typeof value === 'string' && (ASSETS as readonly string[]).includes(value)
}

export function networkOf(asset: Asset): Network {
  return ASSET_FACTS[asset].network
}

export function factsOfNetwork(asset: Asset): NetworkFacts {
  return NETWORK_FACTS[networkOf(asset)]
}

export function custodyFactsOf(asset: Asset): CustodyFacts {
  return factsOfNetwork(asset).custody
}

/** Is it paid with a destination tag? Otherwise with a memo. */
export function takesTag(asset: Asset): boolean {
  return factsOfNetwork(asset).memoKind === 'tag'
}

export function forEachAsset<Value>(of: (asset: Asset) => Value): Record<Asset, Value> {
  return Object.fromEntries(ASSETS.map((asset) => [asset, of(asset)])) as Record<Asset, Value>
}

/** In the order of lists that people choose from: grouped by network. */
export function assetsByNetwork(): Asset[] {
  return NETWORKS.flatMap(assetsOf)
}

export function assetsOf(network: Network): Asset[] {
  return ASSETS.filter((asset) => networkOf(asset) === network)
}

export type StellarAsset = AssetsWith<{ network: 'stellar' }>

export function isOnStellar(asset: Asset): asset is StellarAsset {
  return networkOf(asset) === 'stellar'
}

export function stellarAssets(): StellarAsset[] {
  return ASSETS.filter(isOnStellar)
}

/** Throws for an asset of another network: the caller serves Stellar alone. */
export function onStellar(asset: Asset): StellarAsset {
  if (!isOnStellar(asset)) throw new Error(`${asset} is not on Stellar`)
  return asset
}

/** The issuers that count: anybody may issue an asset of the same name. */
export type Issuers = Record<IssuedAsset, string>

/** Has it an issuer? Otherwise it is the native asset of its network. */
export function isIssued(asset: Asset): asset is IssuedAsset {
  return ASSET_FACTS[asset].issuerSetting !== null
}

export function issuedAssets(): IssuedAsset[] {
  return ASSETS.filter(isIssued)
}

export function issuerSettingOf(asset: IssuedAsset): IssuerSetting {
  return FACTS[asset].issuerSetting
}

export function issuerSettings(): IssuerSetting[] {
  return issuedAssets().map(issuerSettingOf)
}

export function forEachIssued<Value>(of: (asset: IssuedAsset) => Value): Record<IssuedAsset, Value> {
  return Object.fromEntries(issuedAssets().map((asset) => [asset, of(asset)])) as Record<IssuedAsset, Value>
}

export function forEachIssuerSetting<Value>(of: (asset: IssuedAsset) => Value): Record<IssuerSetting, Value> {
  const entries = issuedAssets().map((asset) => [issuerSettingOf(asset), of(asset)])
  return Object.fromEntries(entries) as Record<IssuerSetting, Value>
}

/** Null: a native asset. */
export function issuerOf(asset: Asset, issuers: Issuers): string | null {
  return isIssued(asset) ? issuers[asset] : null
}

const STELLAR_ADDRESS = /^G[A-Z2-7]{55}$/
const XRPL_ADDRESS = /^r[rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz]{25,35}$/

/** Only the shape of an address (spec §5): the ledger's adapter checks the checksum, since a typo keeps the shape. */
export function looksLikeAddress(asset: Asset, address: string): boolean {
  return networkOf(asset) === 'stellar' ? STELLAR_ADDRESS.test(address) : XRPL_ADDRESS.test(address)
}

/** A transaction hash as both ledgers show it: 64 hexadecimal digits, in any case. */
export function looksLikeHash(text: string): boolean {
  return /^[0-9a-fA-F]{64}$/.test(text)
}

/** Not part of a longer word; `0x` may precede it. */
const HASH_INSIDE = /(?<![0-9a-z])(?:0x)?([0-9a-f]{64})(?![0-9a-z])/gi

/** The hash in a typed or pasted text: alone, with `0x` or blanks, or in an explorer's URL. Null: none, or several. */
export function hashIn(typed: string): string | null {
  const text = seenText(typed)
  const alone = text.replaceAll(' ', '')
  if (looksLikeHash(alone)) return alone
  const [found, ...others] = Array.from(text.matchAll(HASH_INSIDE), ([, hash = '']) => hash)
  const isOne = others.every((other) => other.toLowerCase() === found?.toLowerCase())
  return found !== undefined && isOne ? found : null
}

/** Returns the one spelling in which a hash is stored: Stellar's in lower case, the XRP Ledger's in upper case. */
export function normalizeHash(network: Network, hash: string): string {
  const trimmed = hash.trim()
  return network === 'stellar' ? trimmed.toLowerCase() : trimmed.toUpperCase()
}
