/** Reads payment requests: SEP-7 `web+stellar:pay`, the `ripple:` family, Xaman request links, or typed fields. */
import { StrKey } from '@stellar/stellar-sdk'
import { isValidClassicAddress, isValidXAddress, xAddressToClassicAddress } from 'xrpl'
import { type Asset, type Issuers, networkOf } from '#app/kernel/domain/assets.ts'
import { type Decimal, parseAmount } from '#app/kernel/domain/money.ts'

export const MEMO_KINDS = ['id', 'text', 'hash', 'return'] as const
export type MemoKind = (typeof MEMO_KINDS)[number]

export type PaymentRequest = {
  asset: Asset
  to: string
  /** Whole units; null: the payer chooses. */
  amount: Decimal | null
  /** On the XRP Ledger the destination tag, of kind 'id'. Hashes are base64, as in SEP-7. */
  memo: { kind: MemoKind; value: string } | null
}

/** The request cannot be paid; the message is for the person at the wallet. */
export class RequestUnreadable extends Error {
  override name = 'RequestUnreadable' as const
}

/** What the wallet can pay with: requests for another network or another issuer are refused. */
export type WalletTerms = { passphrase: string; issuers: Issuers }

/** Throws RequestUnreadable. */
export function readPaymentUri(uri: string, terms: WalletTerms): PaymentRequest {
  const trimmed = uri.trim()
  if (/^web\+stellar:/i.test(trimmed)) return readStellarUri(trimmed, terms)
  const xrp = readXrpUri(trimmed)
  if (xrp !== null) return xrp
  throw new RequestUnreadable('This is not a payment request that the wallet knows.')
}

export type TypedPayment = { asset: Asset; to: string; amount: string; memo: string; memoKind?: MemoKind }

/** Empty amount: open. Empty memo: none. Digits are a MEMO_ID by default. Throws RequestUnreadable. */
export function readTypedPayment(typed: TypedPayment): PaymentRequest {
  const memo = typed.memo.trim()
  const to = typed.to.trim()
  const amount = readAmount(typed.amount, typed.asset)
  if (networkOf(typed.asset) === 'xrpl') return { asset: typed.asset, amount, ...readXrpDestination(to, memo) }
  const kind = typed.memoKind ?? (/^\d+$/.test(memo) ? 'id' : 'text')
  return { asset: typed.asset, to: stellarAddress(to), amount, memo: memo === '' ? null : checkedMemo(kind, memo) }
}

/** Reads fields, or a URI with the amount beside it if it leaves that open. Throws RequestUnreadable. */
export function readRequest(
  entered: { uri: string; amount?: string } | TypedPayment,
  terms: WalletTerms,
): PaymentRequest {
  if (!('uri' in entered)) return readTypedPayment(entered)
  const request = readPaymentUri(entered.uri, terms)
  if (request.amount !== null || !entered.amount) return request
  const typed = readTypedPayment({ asset: request.asset, to: request.to, amount: entered.amount, memo: '' })
  return { ...request, amount: typed.amount }
}

function readStellarUri(uri: string, terms: WalletTerms): PaymentRequest {
  const parts = /^web\+stellar:pay\?(.*)$/is.exec(uri)
  if (/^web\+stellar:tx\?/i.test(uri)) {
    throw new RequestUnreadable('This asks for a signature, not for a payment: open it at /sign/stellar.')
  }
  if (parts === null) throw new RequestUnreadable('Of the Stellar requests only web+stellar:pay can be paid here.')
  const query = queryOf(parts[1] ?? '')
  if (query.get('network_passphrase') !== terms.passphrase) {
    throw new RequestUnreadable('The request is for another Stellar network than this one.')
  }
  const asset = stellarAsset(query, terms)
  return {
    asset,
    to: stellarAddress(query.get('destination') ?? ''),
    amount: readAmount(query.get('amount') ?? '', asset),
    memo: stellarMemo(query),
  }
}

function stellarAsset(query: Map<string, string>, terms: WalletTerms): Asset {
  const [code, issuer] = [query.get('asset_code'), query.get('asset_issuer')]
  if (code === undefined || (code === 'XLM' && issuer === undefined)) return 'XLM'
  if (code === 'USDC' && issuer === terms.issuers.USDC) return 'USDC'
  throw new RequestUnreadable(`The wallet holds no ${code} of the issuer ${issuer ?? '(none)'}.`)
}

/** Without memo_type a memo is MEMO_TEXT (SEP-7). */
function stellarMemo(query: Map<string, string>): PaymentRequest['memo'] {
  const value = query.get('memo') ?? ''
  if (value === '') return null
  const type = query.get('memo_type') ?? 'MEMO_TEXT'
  const kind = MEMO_KINDS.find((known) => `MEMO_${known.toUpperCase()}` === type)
  if (kind === undefined) throw new RequestUnreadable(`The wallet does not know the memo type ${type}.`)
  return checkedMemo(kind, value)
}

function checkedMemo(kind: MemoKind, value: string): { kind: MemoKind; value: string } {
  const fits = {
    id: () => /^\d{1,20}$/.test(value) && BigInt(value) < 2n ** 64n,
    text: () => Buffer.byteLength(value) <= 28,
    hash: () => Buffer.from(value, 'base64').length === 32,
    return: () => Buffer.from(value, 'base64').length === 32,
  }
  if (!fits[kind]()) throw new RequestUnreadable(`“${value}” is not a memo of type ${kind}.`)
  return { kind, value }
}

/** Null: no form that wallets of the XRP Ledger know. */
function readXrpUri(uri: string): PaymentRequest | null {
  const sendLink = /^https:\/\/(?:www\.)?ripple\.com\/+send\?(.*)$/is.exec(uri)
  const target =
    /^https:\/\/(?:xaman|xumm)\.app\/detect\/request:([^?#]+)(?:\?(.*))?$/is.exec(uri) ??
    /^(?:ripple|xrp|xrpl):(?:\/\/)?([^?#]+)(?:\?(.*))?$/is.exec(uri) ??
    /^([rXT][1-9A-HJ-NP-Za-km-z]{24,50})(?:\?(.*))?$/s.exec(uri)
  if (sendLink === null && target === null) return null
  const query = queryOf((sendLink === null ? target?.[2] : sendLink[1]) ?? '')
  const to = (sendLink === null ? target?.[1] : query.get('to')) ?? ''
  const tag = query.get('dt') ?? query.get('tag') ?? ''
  return { asset: 'XRP', amount: readAmount(query.get('amount') ?? '', 'XRP'), ...readXrpDestination(to, tag) }
}

function readXrpDestination(to: string, tag: string): Pick<PaymentRequest, 'to' | 'memo'> {
  if (tag !== '' && !(/^\d{1,10}$/.test(tag) && BigInt(tag) < 2n ** 32n)) {
    throw new RequestUnreadable(`“${tag}” is not a destination tag.`)
  }
  const memo = tag === '' ? null : { kind: 'id' as const, value: tag }
  if (isValidClassicAddress(to)) return { to, memo }
  if (!isValidXAddress(to)) throw new RequestUnreadable(`“${to}” is not an address of the XRP Ledger.`)
  const inside = xAddressToClassicAddress(to)
  const innerTag = inside.tag === false ? null : String(inside.tag)
  if (innerTag !== null && memo !== null && memo.value !== innerTag) {
    throw new RequestUnreadable('The address and the request name different destination tags.')
  }
  return { to: inside.classicAddress, memo: innerTag === null ? memo : { kind: 'id', value: innerTag } }
}

function stellarAddress(address: string): string {
  if (StrKey.isValidEd25519PublicKey(address) || StrKey.isValidMed25519PublicKey(address)) return address
  throw new RequestUnreadable(`“${address}” is not a Stellar address.`)
}

function readAmount(amount: string, asset: Asset): Decimal | null {
  if (amount.trim() === '') return null
  const value = parseAmount(amount, asset)
  if (value === null) throw new RequestUnreadable(`“${amount}” is not an amount of ${asset}.`)
  return value
}

/** By RFC 3986: a plus is a plus, unlike in web forms. The first of two equal names counts. */
export function queryOf(query: string): Map<string, string> {
  const pairs = query.split('&').filter((pair) => pair !== '')
  return new Map(
    pairs.reverse().map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [decoded(name), decoded(value.join('='))] as const
    }),
  )
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch (error) {
    if (error instanceof URIError) throw new RequestUnreadable('The payment request is cut off or misspelt.')
    throw error
  }
}
