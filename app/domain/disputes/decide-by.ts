import { BEFORE_LEDGER_DATE_MS } from '#app/domain/agreement/pause-table.ts'
import { endOfWorkingDay } from '#app/domain/agreement/working-days.ts'

/** So long Quayside means to take for a decision, in working days. Nothing happens by itself after that (decision 080). */
const DECIDE_WITHIN_DAYS = 5

/**
 * By when Quayside means to decide a dispute. `ledgerDate`: when a ledger gives the money back, null where Quayside keeps it; what is decided
 * has to be signed before, so a day sooner.
 */
export function decideBy(openedAt: Date, ledgerDate: Date | null): Date {
  const by = endOfWorkingDay(openedAt, DECIDE_WITHIN_DAYS)
  const last = ledgerDate && new Date(ledgerDate.getTime() - BEFORE_LEDGER_DATE_MS)
  return last && last < by ? last : by
}
