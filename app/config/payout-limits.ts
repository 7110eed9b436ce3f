/** Above which amounts a payout waits for a second person. */
import type { z } from 'zod'
import type { PayoutLimits } from '#app/domain/payouts/payout-limits.ts'
import { usdLimit } from './values.ts'

export const PAYOUT_LIMIT_SETTINGS = {
  PAYOUT_LIMIT_USD: usdLimit,
  PAYOUT_LIMIT_HOUR_USD: usdLimit,
  PAYOUT_LIMIT_DAY_USD: usdLimit,
}

type Settings = { [Name in keyof typeof PAYOUT_LIMIT_SETTINGS]: z.output<(typeof PAYOUT_LIMIT_SETTINGS)[Name]> }

export function payoutLimitsOf(settings: Settings): PayoutLimits {
  return {
    payout: settings.PAYOUT_LIMIT_USD,
    hour: settings.PAYOUT_LIMIT_HOUR_USD,
    day: settings.PAYOUT_LIMIT_DAY_USD,
  }
}
