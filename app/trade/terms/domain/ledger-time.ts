/**
 * By when the outcome of each date is carried out, so that an on-chain trade ends before the ledger returns the money
 * (decision 076). Opening, extensions and amendments all use it.
 */
import { GRACE_MS, LAST_NOTICE_MS, LEAST_WORKING_DAYS } from './deadline.ts'
import { BEFORE_LEDGER_DATE_MS } from './pause-table.ts'
import type { Step } from './standing.ts'
import type { TradeDates } from './trade-dates.ts'
import { endOfWorkingDay } from './working-days.ts'

/** Kept free on opening and amending, for what neither side can foresee: an extension, emails that come back. */
export const PAUSE_ROOM_MS = 3 * 24 * 60 * 60_000

type Dates = Pick<TradeDates, 'presentBy' | 'examineDays' | 'weekend'>

/**
 * When the last outcome would be carried out if this step ended at `end` and everything after it took its full time:
 * grace, examination, last notice, and a day to sign.
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

/** Does a step ending then leave time for its outcome? `ledgerDate` null: Quayside holds the money, nothing expires. */
export function leavesTime(step: Step, end: Date, of: { dates: Dates; ledgerDate: Date | null }): boolean {
  return of.ledgerDate === null || carriedOutBy(step, end, of.dates) <= of.ledgerDate
}

/** Can a trade with these dates be held until then? `fundBy` null: it is funded. */
export function fitsBefore(ledgerDate: Date, { fundBy, ...dates }: Dates & { fundBy: Date | null }): boolean {
  const ends = [
    carriedOutBy('present', dates.presentBy, dates),
    ...(fundBy === null ? [] : [carriedOutBy('fund', fundBy, dates)]),
  ]
  return ends.every((end) => end.getTime() + PAUSE_ROOM_MS <= ledgerDate.getTime())
}
