/**
 * A trade whose money a ledger holds: whatever a date leads to can still be carried out before the ledger gives the money back
 * (decision 117). One function says by when that would be; opening, more time and amendments ask it.
 */
import { GRACE_MS, LAST_NOTICE_MS, LEAST_WORKING_DAYS } from './clock.ts'
import { BEFORE_LEDGER_DATE_MS } from './pause-table.ts'
import type { Step } from './standing.ts'
import type { TradeDates } from './trade-dates.ts'
import { endOfWorkingDay } from './working-days.ts'

/** Left free when a trade is opened or amended, for what neither side can foresee: a request for more time, letters that come back. */
export const PAUSE_ROOM_MS = 3 * 24 * 60 * 60_000

type Dates = Pick<TradeDates, 'presentBy' | 'examineDays' | 'weekend'>

/**
 * When the last outcome would be carried out if this step ended at `end` and all that follows took as long as it may: the days of grace, the
 * examination, the last notice, and a day to sign.
 */
export function carriedOutBy(step: Step, end: Date, dates: Dates): Date {
  if (step === 'examine') return new Date(end.getTime() + LAST_NOTICE_MS + BEFORE_LEDGER_DATE_MS)
  if (step === 'present') {
    const presented = new Date(end.getTime() + GRACE_MS)
    return carriedOutBy('examine', endOfWorkingDay(presented, dates.examineDays, dates.weekend), dates)
  }
  const toPresent = Math.max(
    endOfWorkingDay(end, LEAST_WORKING_DAYS, dates.weekend).getTime(),
    dates.presentBy.getTime(),
  )
  return carriedOutBy('present', new Date(toPresent), dates)
}

/** Does a step that ends then leave time for its outcome? `ledgerDate` null: Quayside keeps the money, and nothing ends by itself. */
export function leavesTime(step: Step, end: Date, of: { dates: Dates; ledgerDate: Date | null }): boolean {
  return of.ledgerDate === null || carriedOutBy(step, end, of.dates) <= of.ledgerDate
}

/** May a trade with these dates have its money held until then? `fundBy` null: it is funded. */
export function fitsBefore(ledgerDate: Date, { fundBy, ...dates }: Dates & { fundBy: Date | null }): boolean {
  const ends = [
    carriedOutBy('present', dates.presentBy, dates),
    ...(fundBy === null ? [] : [carriedOutBy('fund', fundBy, dates)]),
  ]
  return ends.every((end) => end.getTime() + PAUSE_ROOM_MS <= ledgerDate.getTime())
}
