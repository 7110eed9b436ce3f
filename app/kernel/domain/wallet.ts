import { type Asset, networkOf } from './assets.ts'
import { refuse } from './refusal.ts'

/** A destination of money on a ledger. */
export type Wallet = {
  address: string
  /** The memo (Stellar) or destination tag (XRP Ledger); null: none. */
  memo: string | null
}

/** Read quickly, the spec's sentence asks for the buyer's own wallet and not the seller's: so `and` follows it. */
export const RECEIVING_WALLET_MISSING = refuse('receiving_wallet_required', {
  field: 'walletAddress',
  and: 'wallet_is_sellers',
})

/** As typed into a form: an empty memo means none. */
export type TypedWallet = { address: string; memo: string }

export function walletOf({ address, memo }: TypedWallet): Wallet {
  return { address, memo: memo || null }
}

/** Compares the memo, too: the customers of an exchange share an address. */
export function isSameWallet(one: Wallet, other: Wallet): boolean {
  return one.address === other.address && one.memo === other.memo
}

/** Shortens an address to its first and last four signs, as people read it to each other. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 4)}…${address.slice(-4)}`
}

/**
 * What people paste in place of an address, by its shape: a name (`ann*lobstr.co`); an address with its memo or tag
 * inside (M…, X…), beside it, or in a link; a key or recovery phrase, which must stay secret; an address of the other
 * ledger, of another chain, or of a contract.
 */
export type PastedKind = 'secret' | 'name' | 'folded' | 'link' | 'other_network' | 'other_chain' | 'contract'

const BASE58 = '[1-9A-HJ-NP-Za-km-z]'
const SHAPES = {
  stellarAddress: /^G[A-Z2-7]{55}$/,
  stellarFolded: /^M[A-Z2-7]{68}$/,
  stellarContract: /^C[A-Z2-7]{55}$/,
  stellarName: /^[^\s*,<>]{1,64}\*[a-z0-9-]+(\.[a-z0-9-]+)+$/i,
  xrplAddress: new RegExp(`^r${BASE58}{24,34}$`),
  xrplFolded: new RegExp(`^[XT]${BASE58}{45,47}$`),
}
const SECRETS = [
  /^S[A-Z2-7]{55}$/,
  new RegExp(`^s(?=\\w*\\d)${BASE58}{27,30}$`),
  // Recovery phrases: 12 to 24 words.
  /^[a-z]{3,8}(\s+[a-z]{3,8}){11,23}$/i,
]
const OTHER_CHAINS = [
  /^0x[0-9a-f]{40}$/i,
  /^(bc1|ltc1|tb1|addr1|cosmos1|bnb1)[a-z0-9]{20,}$/i,
  // Bitcoin and Tron; Solana.
  new RegExp(`^[13T]${BASE58}{25,33}$`),
  new RegExp(`^${BASE58}{43,44}$`),
]

/** A secret key or recovery phrase: never stored, never shown again. */
export function isWalletSecret(text: string): boolean {
  return SECRETS.some((shape) => shape.test(text.trim()))
}

/** Null: by its shape an address of this asset's ledger, or nothing known. */
export function recognizePasted(asset: Asset, text: string): PastedKind | null {
  if (isWalletSecret(text)) return 'secret'
  const isStellar = networkOf(asset) === 'stellar'
  if (SHAPES.stellarName.test(text)) return isStellar ? 'name' : 'other_network'
  const own = isStellar ? SHAPES.stellarFolded : SHAPES.xrplFolded
  if (own.test(text)) return 'folded'
  if (readWalletLink(asset, text) !== null) return 'link'
  const others = isStellar
    ? [SHAPES.xrplAddress, SHAPES.xrplFolded]
    : [SHAPES.stellarAddress, SHAPES.stellarFolded, SHAPES.stellarContract]
  if (others.some((shape) => shape.test(text))) return 'other_network'
  if (isStellar && SHAPES.stellarContract.test(text)) return 'contract'
  if ((isStellar ? SHAPES.stellarAddress : SHAPES.xrplAddress).test(text)) return null
  return OTHER_CHAINS.some((shape) => shape.test(text)) ? 'other_chain' : null
}

const INSIDE = {
  stellar: /(?<![0-9A-Za-z])(?:G[A-Z2-7]{55}|M[A-Z2-7]{68})(?![0-9A-Za-z])/g,
  xrpl: new RegExp(`(?<![0-9A-Za-z])(?:r${BASE58}{24,34}|[XT]${BASE58}{45,47})(?![0-9A-Za-z])`, 'g'),
} as const
/** The names of a memo or tag in links and requests of wallets; it may also follow the address after a colon. */
const MEMO_NAMES = ['dt', 'tag', 'destinationtag', 'destination_tag', 'memo', 'memo_id']

/**
 * Reads the address, and the memo or tag, from what exchanges and wallets copy: `r…?dt=7`, `r…:7`, `ripple:r…?dt=7`,
 * `web+stellar:pay?destination=G…&memo=7`, the address of an explorer, blanks inside. The person has to confirm it;
 * nothing else is checked. Null: an address alone, none, or several.
 */
export function readWalletLink(asset: Asset, text: string): Wallet | null {
  const inside = INSIDE[networkOf(asset)]
  const read = text.match(inside) === null ? text.replaceAll(' ', '') : text
  const found = new Set(read.match(inside) ?? [])
  const [address, ...others] = found
  if (address === undefined || others.length > 0 || address === text) return null
  const behind = read.slice(read.indexOf(address) + address.length)
  const colon = /^\s*:\s*(\d{1,20})\s*$/.exec(behind)?.[1]
  return { address, memo: colon ?? memoNamedIn(text) }
}

function memoNamedIn(text: string): string | null {
  const start = text.indexOf('?')
  if (start < 0) return null
  const named = Array.from(new URLSearchParams(text.slice(start + 1)), ([name, value]) => ({
    name: name.toLowerCase(),
    value: value.trim(),
  }))
  return named.find(({ name, value }) => MEMO_NAMES.includes(name) && value !== '')?.value ?? null
}
