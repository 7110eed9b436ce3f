/** Calculates the service fee: 0.75% of the trade, at least $100, less a coupon's discount (spec §9, product.md §5). */
import { Decimal, roundUsd } from '#app/kernel/domain/money.ts'

/** A share of the transaction amount. */
export const FEE_RATE = new Decimal('0.0075')
/** The minimum of the net fee, in US dollars. */
export const MINIMUM_FEE_USD = new Decimal(100)
/** The discount when the coupon's record names no rate. */
export const DEFAULT_DISCOUNT_RATE = new Decimal('0.05')
/** The reseller's share of the net fee when the coupon's record names no rate. */
export const DEFAULT_PAYOUT_RATE = new Decimal('0.10')

/** In US dollars, whole cents. */
export type FeeQuote = {
  amountUsd: Decimal
  grossUsd: Decimal
  /** Never below 0. */
  couponDiscountUsd: Decimal
  /** What the minimum adds to the discounted fee, never below 0. */
  minimumTopUpUsd: Decimal
  /** What the buyer pays. */
  netUsd: Decimal
  /** Gross less net, as stored (spec §9). Negative when the minimum exceeds the gross fee. */
  feeDiscountUsd: Decimal
  commissionUsd: Decimal
}

type FeeTerms = {
  /** US dollars, above 0. */
  amountUsd: Decimal
  /** A share from 0 to 1; null without a coupon. */
  discountRate: Decimal | null
  /** A share from 0 to 1; null without a coupon. */
  payoutRate: Decimal | null
}

/**
 * Returns the fee for a trade. Each line is rounded half up to cents before the next one uses it, so that the lines
 * shown add up: gross − coupon + minimum = net. Throws RangeError for an amount or a rate out of range.
 */
export function quoteFee({ amountUsd, discountRate, payoutRate }: FeeTerms): FeeQuote {
  if (!amountUsd.gt(0)) throw new RangeError(`A fee needs an amount above 0, not ${amountUsd}.`)
  const grossUsd = roundUsd(amountUsd.mul(FEE_RATE))
  const couponDiscountUsd = roundUsd(grossUsd.mul(share(discountRate)))
  const discountedUsd = grossUsd.minus(couponDiscountUsd)
  const netUsd = Decimal.max(discountedUsd, MINIMUM_FEE_USD)
  return {
    amountUsd,
    grossUsd,
    couponDiscountUsd,
    minimumTopUpUsd: netUsd.minus(discountedUsd),
    netUsd,
    feeDiscountUsd: grossUsd.minus(netUsd),
    commissionUsd: roundUsd(netUsd.mul(share(payoutRate))),
  }
}

function share(rate: Decimal | null): Decimal {
  const value = rate ?? new Decimal(0)
  if (value.lt(0) || value.gt(1)) throw new RangeError(`A rate lies between 0 and 1, not at ${value}.`)
  return value
}
