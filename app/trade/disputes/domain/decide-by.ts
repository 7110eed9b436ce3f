import { lastReleaseAt } from '#app/settlement/custody/domain/date.ts'
import { BEFORE_LEDGER_DATE_MS } from '#app/trade/terms/domain/pause-table.ts'
import { endOfWorkingDay } from '#app/trade/terms/domain/working-days.ts'

/** So long Quayside means to take for a decision, in working days. Nothing happens by itself after that (decision 080). */
const DECIDE_WITHIN_DAYS = 5

/**
 * By when Quayside means to decide a dispute. `ledgerDate`: when a ledger gives the money back, null where Quayside keeps it; what is decided
 * has to be signed before, so a day sooner; where it was opened later than that, by the last moment in which a release can begin.
 */
export function decideBy(openedAt: Date, ledgerDate: Date | null): Date {
  const by = endOfWorkingDay(openedAt, DECIDE_WITHIN_DAYS)
  if (ledgerDate === null) return by
  const dayBefore = new Date(ledgerDate.getTime() - BEFORE_LEDGER_DATE_MS)
  const last =
    dayBefore > openedAt ? dayBefore : new Date(lastReleaseAt({ deadline: ledgerDate.getTime() / 1000 }) * 1000)
  return new Date(Math.min(last.getTime(), by.getTime()))
}
