/** The local ledger's only market: one account, the maker, trades at fixed rates from its real balances. */
import type { AssetName } from '#harbour/horizon/assets.ts'
import type { Draft } from '#harbour/horizon/engine/draft.ts'
import { credit, debit } from './balances.ts'

type MarketRate = {
  /** A payer gives `sell` and gets `buy`. */
  sell: AssetName
  buy: AssetName
  /** Units of `buy` for one unit of `sell`: a plain decimal, as text. */
  rate: string
}

export type Market = {
  /** Address of the account on the other side of every trade. */
  maker: string
  rates: readonly MarketRate[]
}

export type Trade = { seller: string; sold: Amount; bought: Amount }
type Amount = { asset: AssetName; amount: bigint }
type Pair = { from: AssetName; to: AssetName }
type Fraction = { numerator: bigint; denominator: bigint }

export type Exchange = Pair & { given: bigint; received: bigint }

/** Stroops that `given` stroops buy, rounded down in the maker's favour; null: the pair is not traded. */
export function quoteReceived(market: Market | null, pair: Pair, given: bigint): bigint | null {
  const rate = rateOf(market, pair)
  return rate === null ? null : (given * rate.numerator) / rate.denominator
}

/** Stroops that `received` stroops cost, rounded up in the maker's favour; null: the pair is not traded. */
export function quoteGiven(market: Market | null, pair: Pair, received: bigint): bigint | null {
  const rate = rateOf(market, pair)
  return rate === null ? null : (received * rate.denominator + rate.numerator - 1n) / rate.numerator
}

/** Books the maker's side. Null: the maker cannot take or give that much. */
export function settle(market: Market | null, draft: Draft, exchange: Exchange, ledger: number): Trade | null {
  if (market === null || draft.find(market.maker) === undefined) return null
  const { from, to, given, received } = exchange
  const address = market.maker
  if (debit(draft, { address, asset: to, amount: received, ledger }) !== 'done') return null
  if (credit(draft, { address, asset: from, amount: given, ledger }) !== 'done') return null
  return { seller: address, sold: { asset: to, amount: received }, bought: { asset: from, amount: given } }
}

function rateOf(market: Market | null, { from, to }: Pair): Fraction | null {
  const offer = market?.rates.find(({ sell, buy }) => sell === from && buy === to)
  if (offer === undefined) return null
  const digits = /^(\d+)(?:\.(\d+))?$/.exec(offer.rate)
  if (digits === null) throw new RangeError(`Not a rate: ${offer.rate}`)
  const places = digits[2] ?? ''
  const fraction = { numerator: BigInt(`${digits[1]}${places}`), denominator: 10n ** BigInt(places.length) }
  if (fraction.numerator === 0n) throw new RangeError('A rate must be above 0')
  return fraction
}
