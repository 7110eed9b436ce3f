/**
 * Which price may be used (product.md §7): CoinGecko's, when Kraken's last trade confirms it. One service alone may be
 * wrong, stand still or be manipulated; two that agree rarely are.
 */
import { ASSET_FACTS, type Asset } from '#app/kernel/domain/assets.ts'
import { Decimal, roundUsd } from '#app/kernel/domain/money.ts'

/** How long a reading of either service counts (product.md §7). */
export const PRICE_MINUTES = 5

/**
 * How old the last trade may be, however freshly it was read: as long as a quote window. All three are traded about
 * every minute; where nobody traded for longer than we guarantee a price, the market stands still.
 */
export const TRADE_MINUTES = 15

/**
 * The highest deviation of the trade from the price, as a share of the price. Exchanges differ by a few tenths of a
 * percent, and both readings may be minutes old; a wrong price is usually off by far more.
 */
export const AGREEMENT = new Decimal('0.02')

/** The target value of USDC, which counts when a service is silent (spec §7). */
const ONE_DOLLAR = new Decimal(1)

/** US dollars per unit, from CoinGecko. `isJump`: far from the last one, without a second reading yet. */
export type PriceReading = { usd: Decimal; source: string; fetchedAt: Date; isJump?: boolean }

/** The newest trade on Kraken: made at `at`, read at `fetchedAt`. */
export type TradeReading = { usd: Decimal; at: Date; fetchedAt: Date }

/** A usable price, its source ('fixed': the dollar of USDC) and when it was read. */
export type FreshPrice = { usd: Decimal; source: string; at: Date }

/**
 * Why there is no price: none, none confirmed, two services that disagree, or a jump that waits for its second reading.
 */
export type PriceDoubt = 'price_unavailable' | 'price_unconfirmed' | 'prices_disagree' | 'price_jumped'

/** Older prices are 'N/A' and never quoted. */
export function isFreshPrice(fetchedAt: Date, now: Date): boolean {
  return now.getTime() - fetchedAt.getTime() <= PRICE_MINUTES * 60_000
}

/** In US dollars, to 2 decimals, at the price of one unit. */
export function worthUsd(amount: Decimal, priceUsd: Decimal): Decimal {
  return roundUsd(amount.times(priceUsd))
}

/** Whether they differ by at most 2 % of the first, which the quote would use. */
export function agree(priceUsd: Decimal, tradeUsd: Decimal): boolean {
  return tradeUsd.minus(priceUsd).abs().lte(priceUsd.times(AGREEMENT))
}

/**
 * The price that both services confirm, or why there is none. USDC counts as one dollar when a service is silent,
 * unless the other one says that it no longer is.
 */
export function judgePrice(known: {
  asset: Asset
  price: PriceReading | null
  trade: TradeReading | null
  now: Date
}): FreshPrice | PriceDoubt {
  const { now } = known
  const price = known.price && isFreshPrice(known.price.fetchedAt, now) ? known.price : null
  const trade = known.trade && isWitness(known.trade, now) ? known.trade : null
  if (price && trade) {
    if (!agree(price.usd, trade.usd)) return 'prices_disagree'
    return price.isJump ? 'price_jumped' : { usd: price.usd, source: price.source, at: price.fetchedAt }
  }
  if (ASSET_FACTS[known.asset].isDollar) {
    const only = price ?? trade
    return only === null || agree(ONE_DOLLAR, only.usd)
      ? { usd: ONE_DOLLAR, source: 'fixed', at: now }
      : 'price_unconfirmed'
  }
  return price ? 'price_unconfirmed' : 'price_unavailable'
}

/** A time far in the future is as wrong as one long past. */
function isWitness({ at, fetchedAt }: TradeReading, now: Date): boolean {
  return isFreshPrice(fetchedAt, now) && Math.abs(now.getTime() - at.getTime()) <= TRADE_MINUTES * 60_000
}
