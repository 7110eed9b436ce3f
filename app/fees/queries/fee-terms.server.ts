/** The parts of a quoted fee, line by line, as plain strings. */
import type { StoredFeeQuote } from '#app/fees/db/fee-quotes.server.ts'
import { FEE_RATE } from '#app/fees/domain/fee.ts'
import { plain, plainUsd } from '#app/kernel/domain/money.ts'

export type FeeTerms = {
  amountUsd: string
  feeRate: string
  grossUsd: string
  coupon: { code: string; discountRate: string; discountUsd: string } | null
  /** Null: the minimum adds nothing. */
  minimumTopUpUsd: string | null
  netUsd: string
}

export function showFeeTerms(quote: StoredFeeQuote): FeeTerms {
  return {
    amountUsd: plainUsd(quote.amountUsd),
    feeRate: plain(FEE_RATE),
    grossUsd: plainUsd(quote.grossUsd),
    coupon: showCoupon(quote),
    minimumTopUpUsd: quote.minimumTopUpUsd.gt(0) ? plainUsd(quote.minimumTopUpUsd) : null,
    netUsd: plainUsd(quote.netUsd),
  }
}

function showCoupon({
  couponCode,
  couponVerdict,
  discountRate,
  couponDiscountUsd,
}: StoredFeeQuote): FeeTerms['coupon'] {
  if (couponVerdict !== 'applied' || couponCode === null || discountRate === null) return null
  return { code: couponCode, discountRate: plain(discountRate), discountUsd: plainUsd(couponDiscountUsd) }
}
