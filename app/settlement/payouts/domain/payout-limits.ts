/** How much may leave without a second person's yes (decision 020). */
import { ASSET_FACTS, type Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'

/**
 * In US dollars; null: no such limit. `directed`: all of a day that operators direct, with nobody else's word (docs/decisions/099).
 */
export type PayoutLimits = Record<'payout' | 'hour' | 'day' | 'directed', Decimal | null>

/** Which setting states each. */
export const LIMIT_SETTINGS = {
  payout: 'PAYOUT_LIMIT_USD',
  hour: 'PAYOUT_LIMIT_HOUR_USD',
  day: 'PAYOUT_LIMIT_DAY_USD',
  directed: 'PAYOUT_LIMIT_DIRECTED_USD',
} as const satisfies Record<keyof PayoutLimits, string>

/**
 * The strictest of our own limits and those that other processes state, by the names of settings (docs/decisions/104). What they do not
 * state limits nothing. Throws for what is no decimal.
 */
export function strictestLimits(own: PayoutLimits, others: readonly Record<string, string | null>[]): PayoutLimits {
  const strictest = (name: keyof PayoutLimits): Decimal | null => {
    const stated = others.flatMap((limits) => limits[LIMIT_SETTINGS[name]] ?? [])
    const all = [...(own[name] === null ? [] : [own[name]]), ...stated.map((limit) => new Decimal(limit))]
    return all.length === 0 ? null : Decimal.min(...all)
  }
  return {
    payout: strictest('payout'),
    hour: strictest('hour'),
    day: strictest('day'),
    directed: strictest('directed'),
  }
}

/** What a payout is above. `price`: nobody knows its value, and so nobody knows that it is below. */
export const LIMITS = ['price', 'payout', 'hour', 'day', 'directed'] as const
export type Limit = (typeof LIMITS)[number]

/** How old a price may be by which a payout is weighed. */
export const WEIGHING_PRICE_MINUTES = 60

export type Weight = {
  /** Null: no price is known, or only an old one. */
  usd: Decimal | null
  /** What was let through without a second person before it, not counting itself. */
  lastHour: Decimal
  lastDay: Decimal
  /** Of what operators directed in the last day, for one that an operator directs; null: the word of its parties does. */
  directed: Decimal | null
}

/** The limit that this payout is above; null: none. What is equal to a limit is within it. */
export function limitAbove(limits: PayoutLimits, { usd, lastHour, lastDay, directed }: Weight): Limit | null {
  const ofDirected = directed === null ? null : limits.directed
  if ([limits.payout, limits.hour, limits.day, ofDirected].every((limit) => limit === null)) return null
  if (usd === null) return 'price'
  if (directed !== null && ofDirected?.lt(directed.plus(usd))) return 'directed'
  if (limits.payout?.lt(usd)) return 'payout'
  if (limits.hour?.lt(lastHour.plus(usd))) return 'hour'
  return limits.day?.lt(lastDay.plus(usd)) ? 'day' : null
}

/**
 * What an amount is worth: by the highest of the readings that are young enough, so that one price service which is wrong
 * cannot make a payout small. USDC is a dollar at least. In cents, rounded up; null when there is no such reading.
 */
export function usdValue(of: {
  asset: Asset
  amount: Decimal
  readings: readonly { usd: Decimal; fetchedAt: Date }[]
  now: Date
}): Decimal | null {
  const { asset, amount, readings, now } = of
  const oldest = now.getTime() - WEIGHING_PRICE_MINUTES * 60_000
  const prices = [
    ...readings.filter(({ fetchedAt }) => fetchedAt.getTime() >= oldest).map(({ usd }) => usd),
    ...(ASSET_FACTS[asset].isDollar ? [new Decimal(1)] : []),
  ]
  return prices.length === 0 ? null : amount.times(Decimal.max(...prices)).toDecimalPlaces(2, Decimal.ROUND_UP)
}
