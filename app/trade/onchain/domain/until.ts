/** The day that the buyer states with an escrow that the ledger is to hold: until its end the money can be released. */
import { fitsBefore } from '#app/trade/terms/domain/ledger-time.ts'
import type { TradeDates } from '#app/trade/terms/domain/trade-dates.ts'
import { addDays, endOfDay, readDay, writeDay } from '#app/trade/terms/domain/working-days.ts'

/** Shipping, documents and examination take weeks; a date cannot be moved. */
export const LEAST_DAYS_AHEAD = 14
/** What the buyer's own wallet is bound for; a date beyond that is a slip of the pen. */
export const MOST_DAYS_AHEAD = 365
const USUAL_DAYS_AHEAD = 90

/** With what the form begins, as a field of days holds it. */
export function usualUntil(now: Date): string {
  return writeDay(endOfDay(addDays(now, USUAL_DAYS_AHEAD)))
}

/** The first day that this form takes, as a field of days holds it. */
export function earliestUntil(of: { now: Date; dates: TradeDates | null }): string {
  for (let ahead = LEAST_DAYS_AHEAD; ; ahead += 1) {
    const until = endOfDay(addDays(of.now, ahead))
    if (of.dates === null || fitsBefore(until, of.dates)) return writeDay(until)
  }
}

/**
 * The end of the typed day (23:59 UTC), a whole second as both ledgers want it. Null: no day, less than two weeks or more than a
 * year ahead, or one that leaves no time for what the dates of the trade lead to.
 */
export function readUntil(typed: string, { now, dates }: { now: Date; dates: TradeDates | null }): Date | null {
  const until = readDay(typed.trim())
  if (until === null) return null
  const isFarEnough = until >= endOfDay(addDays(now, LEAST_DAYS_AHEAD))
  const isNearEnough = until <= endOfDay(addDays(now, MOST_DAYS_AHEAD))
  const isAfterTrade = dates === null || fitsBefore(until, dates)
  return isFarEnough && isNearEnough && isAfterTrade ? until : null
}
