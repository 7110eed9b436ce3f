/** A missing amount that nobody has to send, and an excess that nobody has to return (docs/decisions/096). */
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'

/** Returning it costs about as much in network fees. The database has the same figures (least_owed). */
export const LEAST_OWED: Record<Asset, Decimal> = {
  XLM: new Decimal('0.001'),
  XRP: new Decimal('0.001'),
  USDC: new Decimal('0.001'),
}

export function isOwed({ asset, amount }: { asset: Asset; amount: Decimal }): boolean {
  return amount.gte(LEAST_OWED[asset])
}

/** How much may be missing: a share of what was due, and an amount in US dollars; both apply. A share of 0: nothing. */
export type RestLimits = { share: Decimal; mostUsd: Decimal }

/** The highest share in the settings; the database refuses more (keep_escrow_terms). */
export const HIGHEST_REST_SHARE = new Decimal('0.02')

export type Rest = {
  due: Decimal
  received: Decimal
  /** US dollars per unit; null: no price can be trusted. */
  priceUsd: Decimal | null
}

export type RestVerdict = 'small' | 'too_much' | 'no_price'

/** Whether the missing amount may be waived. `too_much` also where nothing has arrived, or nothing is missing. */
export function judgeRest({ due, received, priceUsd }: Rest, { share, mostUsd }: RestLimits): RestVerdict {
  const missing = due.minus(received)
  if (received.lte(0) || missing.lte(0) || missing.gt(due.mul(share))) return 'too_much'
  if (priceUsd === null) return 'no_price'
  return missing.mul(priceUsd).lte(mostUsd) ? 'small' : 'too_much'
}
