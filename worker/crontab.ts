/** What happens by the clock (spec §9: prices every 60 s, trades every 120 s). Minutes are the finest grain of cron. */
import { type ParsedCronItem, parseCronItems } from 'graphile-worker'
import type { JobName } from '#app/jobs/catalogue.ts'

const SCHEDULE: { task: JobName; match: string }[] = [
  { task: 'refresh_prices', match: '* * * * *' },
  { task: 'refresh_trades', match: '*/2 * * * *' },
  { task: 'sweep_open_work', match: '* * * * *' },
  { task: 'tidy_up', match: '17 * * * *' },
]

export function cronItems(): ParsedCronItem[] {
  return parseCronItems(SCHEDULE.map((item) => ({ ...item, options: { backfillPeriod: 0, maxAttempts: 1 } })))
}
