import { lastReleaseAt } from '#app/settlement/custody/domain/date.ts'
import { BEFORE_LEDGER_DATE_MS } from '#app/trade/terms/domain/pause-table.ts'
import { endOfWorkingDay } from '#app/trade/terms/domain/working-days.ts'

/** Working days that Quayside plans for a decision. Nothing happens automatically afterwards (decision 134). */
const DECIDE_WITHIN_DAYS = 5

/**
 * The planned time of Quayside's decision. `ledgerDate`: when the on-chain escrow returns the money; null: Quayside
 * holds it. The result must be signed before that, so the decision is due a day earlier. For a dispute opened within
 * that last day, it is due at the last moment at which a release can begin.
 */
export function decideBy(openedAt: Date, ledgerDate: Date | null): Date {
  const by = endOfWorkingDay(openedAt, DECIDE_WITHIN_DAYS)
  if (ledgerDate === null) return by
  const dayBefore = new Date(ledgerDate.getTime() - BEFORE_LEDGER_DATE_MS)
  const last =
    dayBefore > openedAt ? dayBefore : new Date(lastReleaseAt({ deadline: ledgerDate.getTime() / 1000 }) * 1000)
  return new Date(Math.min(last.getTime(), by.getTime()))
}
