import { endOfWorkingDay } from '#app/trade/terms/domain/working-days.ts'

/** The usual number of working days, which pages and emails state to people under review (decision 110). */
const WORKING_DAYS = 2

/** The deadline for reviewing a match; operators are alerted when it takes longer. */
export function reviewBy(openedAt: Date): Date {
  return endOfWorkingDay(openedAt, WORKING_DAYS)
}
