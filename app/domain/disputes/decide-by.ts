import { endOfWorkingDay } from '#app/domain/agreement/working-days.ts'

/** So long Quayside means to take for a decision, in working days. Nothing happens by itself after that (decision 080). */
const DECIDE_WITHIN_DAYS = 5

/** By when Quayside means to decide a dispute. */
export function decideBy(openedAt: Date): Date {
  return endOfWorkingDay(openedAt, DECIDE_WITHIN_DAYS)
}
