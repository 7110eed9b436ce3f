/** A rest that nobody has to send, and an excess that nobody has to send back (docs/decisions/131). */
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'

/** Sending it back costs about as much in the network's fees. The database has the same figures (least_owed). */
export const LEAST_OWED: Record<Asset, Decimal> = {
  XLM: new Decimal('0.001'),
  XRP: new Decimal('0.001'),
  USDC: new Decimal('0.001'),
}

/** Is an excess owed back? */
export function isOwed({ asset, amount }: { asset: Asset; amount: Decimal }): boolean {
  return amount.gte(LEAST_OWED[asset])
}

/** How much may be missing: a share of what was due, and so many US dollars; both hold. A share of 0: nothing. */
export type RestLimits = { share: Decimal; mostUsd: Decimal }

/** The settings let nobody state a higher share, and the database takes none (keep_escrow_terms). */
export const HIGHEST_REST_SHARE = new Decimal('0.02')

export type Rest = {
  due: Decimal
  received: Decimal
  /** US dollars for one unit of it; null when no price can be trusted. */
  priceUsd: Decimal | null
}

export type RestVerdict = 'small' | 'too_much' | 'no_price'

/** May what is missing be left out? `too_much` also where nothing has arrived, or nothing is missing. */
export function judgeRest({ due, received, priceUsd }: Rest, { share, mostUsd }: RestLimits): RestVerdict {
  const missing = due.minus(received)
  if (received.lte(0) || missing.lte(0) || missing.gt(due.mul(share))) return 'too_much'
  if (priceUsd === null) return 'no_price'
  return missing.mul(priceUsd).lte(mostUsd) ? 'small' : 'too_much'
}
