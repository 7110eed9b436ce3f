/** Decides how much may leave without a second person's approval (decision 020). */
import { ASSET_FACTS, type Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'

/** In US dollars; null: no limit. `directed`: the daily sum that operators direct alone (docs/decisions/099). */
export type PayoutLimits = Record<'payout' | 'hour' | 'day' | 'directed', Decimal | null>

export const LIMIT_SETTINGS = {
  payout: 'PAYOUT_LIMIT_USD',
  hour: 'PAYOUT_LIMIT_HOUR_USD',
  day: 'PAYOUT_LIMIT_DAY_USD',
  directed: 'PAYOUT_LIMIT_DIRECTED_USD',
} as const satisfies Record<keyof PayoutLimits, string>

/**
 * Returns the strictest of our own limits and those of other processes, by settings' names (docs/decisions/104). A
 * limit that they do not state counts as none. Throws for an invalid decimal.
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

/** The limit that a payout exceeds. `price`: its value is unknown, so it cannot be shown to be within the limits. */
export const PAYOUT_LIMITS = ['price', 'payout', 'hour', 'day', 'directed'] as const
export type Limit = (typeof PAYOUT_LIMITS)[number]

/** The maximum age of a price for weighing. */
export const WEIGHING_PRICE_MINUTES = 60

export type Weight = {
  /** Null: no price is known, or only an old one. */
  usd: Decimal | null
  /** What was let through without a second person, without this payout. */
  lastHour: Decimal
  lastDay: Decimal
  /** What operators directed in the last day, for a payout that an operator directs. Null: its parties direct it. */
  directed: Decimal | null
}

/** Returns the limit that this payout exceeds. Null: none. Equal to a limit is within it. */
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
 * Values an amount by the highest recent reading, so that one wrong price service cannot make a payout small. USDC
 * counts as at least a dollar. In cents, rounded up. Null: no reading is recent enough.
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
