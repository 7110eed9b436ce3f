/** Rules about our money: limits of payouts, and when commissions become payable. */
import type { z } from 'zod'
import { Decimal } from '#app/kernel/domain/money.ts'
import { HIGHEST_REST_SHARE } from '#app/ledgers/payments/domain/rest.ts'
import { percentOf, usdLimit, wholeNumber } from './values.ts'

export const MONEY_SETTINGS = {
  PAYOUT_LIMIT_USD: usdLimit('10000'),
  PAYOUT_LIMIT_HOUR_USD: usdLimit('25000'),
  PAYOUT_LIMIT_DAY_USD: usdLimit('50000'),
  PAYOUT_LIMIT_DIRECTED_USD: usdLimit('500'),
  SMALL_REST_PERCENT: percentOf({ usual: '0.5', most: HIGHEST_REST_SHARE.times(100) }),
  SMALL_REST_USD: usdLimit('5'),
  COMMISSION_WAIT_DAYS: wholeNumber('must be a number of days from 0 to 365', { from: 0, to: 365, usual: 14 }),
}

type Settings = { [Name in keyof typeof MONEY_SETTINGS]: z.infer<(typeof MONEY_SETTINGS)[Name]> }

export function moneyRulesOf(settings: Settings) {
  return {
    payoutLimits: {
      payout: settings.PAYOUT_LIMIT_USD,
      hour: settings.PAYOUT_LIMIT_HOUR_USD,
      day: settings.PAYOUT_LIMIT_DAY_USD,
      directed: settings.PAYOUT_LIMIT_DIRECTED_USD,
    },
    restLimits: { share: settings.SMALL_REST_PERCENT.div(100), mostUsd: settings.SMALL_REST_USD ?? new Decimal(0) },
    commissionWaitMs: settings.COMMISSION_WAIT_DAYS * 86_400_000,
  }
}
