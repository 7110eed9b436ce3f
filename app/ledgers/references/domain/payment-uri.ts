/** Payment requests for wallets: the content of the QR code and the wallet link. */
import { type Asset, type Issuers, issuerOf, networkOf } from '#app/kernel/domain/assets.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'

export type PaymentRequest = {
  asset: Asset
  account: string
  /** Whole units. */
  amount: Decimal
  /** The reference, as digits. */
  memo: string
  issuers: Issuers
  /** The Stellar passphrase; null on the public network, where wallets expect none. */
  passphrase: string | null
  /** Shown by the wallet beside the payment; SEP-7 allows 300 characters. */
  message?: string
}

const LONGEST_MESSAGE = 300

/**
 * Stellar: a SEP-7 `pay` request. XRP Ledger: `ripple:address?amount&dt`, the form that most wallets read (there is no
 * ratified standard); `amount` is XRP, not drops.
 */
export function paymentUri(request: PaymentRequest): string {
  return networkOf(request.asset) === 'stellar' ? stellarUri(request) : xrplUri(request)
}

function stellarUri({ asset, account, amount, memo, issuers, passphrase, message }: PaymentRequest): string {
  const fields: [name: string, value: string][] = [
    ['destination', account],
    ['amount', plain(amount)],
  ]
  // Without an asset SEP-7 means XLM.
  const issuer = issuerOf(asset, issuers)
  if (issuer !== null) fields.push(['asset_code', asset], ['asset_issuer', issuer])
  fields.push(['memo', memo], ['memo_type', 'MEMO_ID'])
  if (message) fields.push(['msg', Array.from(message).slice(0, LONGEST_MESSAGE).join('')])
  if (passphrase) fields.push(['network_passphrase', passphrase])
  return `web+stellar:pay?${query(fields)}`
}

function xrplUri({ account, amount, memo }: PaymentRequest): string {
  return `ripple:${account}?${query([
    ['amount', plain(amount)],
    ['dt', memo],
  ])}`
}

/** Without the message: it moves no money, and makes the code too large for a screen of ordinary resolution. */
export function codeText(uri: string): string {
  return uri.replace(/&msg=[^&]*/, '')
}

/** A link for Xaman, the most common XRPL wallet, which does not open `ripple:`. Main network only. Null: Stellar. */
export function xamanLink({ asset, account, amount, memo }: PaymentRequest): string | null {
  if (networkOf(asset) !== 'xrpl') return null
  return `https://xaman.app/detect/request:${account}?${query([
    ['amount', plain(amount)],
    ['dt', memo],
    ['network', 'XRPL'],
  ])}`
}

// URLSearchParams writes a space as "+", which SEP-7 wallets read as a plus sign.
function query(fields: readonly [name: string, value: string][]): string {
  return fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
}
