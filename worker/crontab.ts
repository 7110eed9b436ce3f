/** What of the schedule has come due. */
import { parseCronItems } from 'graphile-worker'
import type { JobName } from '#app/jobs/catalogue.ts'
import { SCHEDULE } from '#app/jobs/schedule.ts'

const ITEMS = parseCronItems(SCHEDULE.map(({ task, match }) => ({ task, match })))
const MINUTE_MS = 60_000
/** What every task comes in. */
const DAY_MS = 24 * 60 * MINUTE_MS

/** What comes in one of the whole minutes after `after` up to `upTo` (UTC), of the last day: each once, however often it came. */
export function dueBetween(after: Date, upTo: Date): JobName[] {
  const first = Math.max(after.getTime() + MINUTE_MS, upTo.getTime() - DAY_MS + MINUTE_MS)
  const due = new Set<JobName>()
  for (let at = first; at <= upTo.getTime(); at += MINUTE_MS) {
    const minute = partsOf(new Date(at))
    for (const { task, match } of ITEMS) if (match(minute)) due.add(task as JobName)
  }
  return [...due]
}

function partsOf(at: Date) {
  return {
    min: at.getUTCMinutes(),
    hour: at.getUTCHours(),
    date: at.getUTCDate(),
    month: at.getUTCMonth() + 1,
    dow: at.getUTCDay(),
  }
}
