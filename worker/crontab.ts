/** Which tasks of the schedule are due. */
import { parseCronItems } from 'graphile-worker'
import type { JobName } from '#app/jobs/catalogue.ts'
import { SCHEDULE } from '#app/jobs/schedule.ts'

const ITEMS = parseCronItems(SCHEDULE.map(({ task, match }) => ({ task, match })))
const MINUTE_MS = 60_000
/** Every task is due at least once in this time. */
const DAY_MS = 24 * 60 * MINUTE_MS

/** Tasks of the whole minutes after `after` up to `upTo` (UTC), at most a day back: each once, however often due. */
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
