/** What happens by the clock (spec §9: prices every 60 s, trades every 120 s). Minutes are the finest grain of cron. */
import { parseCronItems } from 'graphile-worker'

export type Scheduled =
  | 'refresh_prices'
  | 'refresh_trades'
  | 'refresh_lists'
  | 'screen_people'
  | 'sweep_open_work'
  | 'tidy_up'
  | 'reconcile'
  | 'look_at_keepers'
  | 'watch_machine'
  | 'seal_audit'
  | 'check_audit'
  | 'anchor_audit'
  | 'add_figures'

const SCHEDULE: { task: Scheduled; match: string }[] = [
  { task: 'refresh_prices', match: '* * * * *' },
  { task: 'refresh_trades', match: '*/2 * * * *' },
  { task: 'sweep_open_work', match: '* * * * *' },
  { task: 'watch_machine', match: '* * * * *' },
  { task: 'look_at_keepers', match: '*/10 * * * *' },
  { task: 'tidy_up', match: '17 * * * *' },
  { task: 'refresh_lists', match: '23 */2 * * *' },
  { task: 'screen_people', match: '41 2 * * *' },
  { task: 'reconcile', match: '7 * * * *' },
  { task: 'seal_audit', match: '* * * * *' },
  { task: 'add_figures', match: '* * * * *' },
  // Once a day; an hour that has nothing to check asks when that was last done.
  { task: 'anchor_audit', match: '37 * * * *' },
  { task: 'check_audit', match: '47 * * * *' },
]

const ITEMS = parseCronItems(SCHEDULE)
const MINUTE_MS = 60_000
/** What every task comes in. */
const DAY_MS = 24 * 60 * MINUTE_MS

/** What comes in one of the whole minutes after `after` up to `upTo` (UTC), of the last day: each once, however often it came. */
export function dueBetween(after: Date, upTo: Date): Scheduled[] {
  const first = Math.max(after.getTime() + MINUTE_MS, upTo.getTime() - DAY_MS + MINUTE_MS)
  const due = new Set<Scheduled>()
  for (let at = first; at <= upTo.getTime(); at += MINUTE_MS) {
    const minute = partsOf(new Date(at))
    for (const { task, match } of ITEMS) if (match(minute)) due.add(task as Scheduled)
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
