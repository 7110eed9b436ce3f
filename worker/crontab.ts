/** What happens by the clock (spec §9: prices every 60 s, trades every 120 s). Minutes are the finest grain of cron. */
import { type ParsedCronItem, parseCronItems } from 'graphile-worker'
import { JOBS } from '#app/jobs/catalogue.ts'

type Scheduled =
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

export function cronItems(): ParsedCronItem[] {
  return parseCronItems(
    SCHEDULE.map((item) => ({
      ...item,
      // With the key of the catalogue one takes the place of the one before, failed or not yet begun: none piles up.
      options: {
        backfillPeriod: 0,
        maxAttempts: 1,
        jobKey: JOBS[item.task].jobKey({}),
        jobKeyMode: 'replace' as const,
      },
    })),
  )
}
