/** The day that the buyer states with an escrow that the ledger is to hold: until its end the money can be released. */
import type { TradeDates } from '#app/domain/agreement/trade-dates.ts'
import { addDays, endOfDay, endOfWorkingDay, readDay, writeDay } from '#app/domain/agreement/working-days.ts'

/** Shipping, documents and examination take weeks; a date cannot be moved. */
export const LEAST_DAYS_AHEAD = 14
/** What the buyer's own wallet is bound for; a date beyond that is a slip of the pen. */
export const MOST_DAYS_AHEAD = 365
const USUAL_DAYS_AHEAD = 90

/** With what the form begins, as a field of days holds it. */
export function usualUntil(now: Date): string {
  return writeDay(endOfDay(addDays(now, USUAL_DAYS_AHEAD)))
}

/**
 * The end of the typed day (23:59 UTC), a whole second as both ledgers want it. Null: no day, less than two weeks or more than a
 * year ahead, or one by which the documents need not have been examined yet.
 */
export function readUntil(typed: string, { now, dates }: { now: Date; dates: TradeDates | null }): Date | null {
  const until = readDay(typed.trim())
  if (until === null) return null
  const isFarEnough = until >= endOfDay(addDays(now, LEAST_DAYS_AHEAD))
  const isNearEnough = until <= endOfDay(addDays(now, MOST_DAYS_AHEAD))
  const isAfterTrade = dates === null || until > endOfWorkingDay(dates.presentBy, dates.examineDays)
  return isFarEnough && isNearEnough && isAfterTrade ? until : null
}
