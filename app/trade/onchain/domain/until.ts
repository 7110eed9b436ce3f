/** The ledger date that the buyer states for an on-chain escrow: until that day's end the money can be released. */
import { fitsBefore } from '#app/trade/terms/domain/ledger-time.ts'
import type { TradeDates } from '#app/trade/terms/domain/trade-dates.ts'
import { addDays, endOfDay, readWorkingDay, writeDay } from '#app/trade/terms/domain/working-days.ts'

/** Shipping, documents and examination take weeks, and the ledger date cannot be moved. */
export const LEAST_DAYS_AHEAD = 14
/** The money of the buyer's own wallet is bound until then; a later date is a typing error. */
export const MOST_DAYS_ON_CHAIN = 365
const USUAL_DAYS_AHEAD = 90

/** The default of the form, as a value of a date field. */
export function usualUntil(now: Date): string {
  return writeDay(endOfDay(addDays(now, USUAL_DAYS_AHEAD)))
}

/** The first day that the form accepts, as a value of a date field. */
export function earliestUntil(of: { now: Date; dates: TradeDates | null }): string {
  for (let ahead = LEAST_DAYS_AHEAD; ; ahead += 1) {
    const until = endOfDay(addDays(of.now, ahead))
    if (of.dates === null || fitsBefore(until, of.dates)) return writeDay(until)
  }
}

/**
 * Returns the end of the typed day (23:59 UTC), in whole seconds as both ledgers require. Null: no day, less than two
 * weeks or more than a year ahead, or too early for what the trade's dates lead to.
 */
export function readUntil(typed: string, { now, dates }: { now: Date; dates: TradeDates | null }): Date | null {
  const until = readWorkingDay(typed.trim())
  if (until === null) return null
  const isFarEnough = until >= endOfDay(addDays(now, LEAST_DAYS_AHEAD))
  const isNearEnough = until <= endOfDay(addDays(now, MOST_DAYS_ON_CHAIN))
  const isAfterTrade = dates === null || fitsBefore(until, dates)
  return isFarEnough && isNearEnough && isAfterTrade ? until : null
}
