import { endOfWorkingDay } from '#app/trade/terms/domain/working-days.ts'

/** Working days, as a rule: pages and letters say so to whoever is being checked (decision 110). */
const WORKING_DAYS = 2

/** Until when somebody is to have looked at a likeness; operators are told when it takes longer. */
export function reviewBy(openedAt: Date): Date {
  return endOfWorkingDay(openedAt, WORKING_DAYS)
}
