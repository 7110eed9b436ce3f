/** The schedule (spec §9: prices every 60 s, trades every 120 s). Its resolution is a minute. */
import type { JobName } from './catalogue.ts'

const HOUR = 60
const DAY = 24 * HOUR

type Turn = {
  task: JobName
  /** Minutes: a divisor of an hour, whole hours that divide a day, or a day. */
  every: number
  /** For hourly and daily jobs: the minute of the hour. */
  minute?: number
  /** For daily jobs: the hour, UTC. */
  hour?: number
}

const TURNS: readonly Turn[] = [
  { task: 'refresh_prices', every: 1 },
  { task: 'refresh_trades', every: 2 },
  { task: 'sweep_open_work', every: 1 },
  { task: 'look_at_keepers', every: 10 },
  { task: 'tidy_up', every: HOUR, minute: 17 },
  { task: 'refresh_lists', every: 2 * HOUR, minute: 23 },
  { task: 'screen_people', every: DAY, hour: 2, minute: 41 },
  { task: 'reconcile', every: HOUR, minute: 7 },
  { task: 'seal_audit', every: 1 },
  { task: 'add_figures', every: 1 },
  // Work once a day: an hourly run first checks when that was last done.
  { task: 'anchor_audit', every: HOUR, minute: 37 },
  { task: 'check_audit', every: HOUR, minute: 47 },
]

/** Each scheduled job: its interval in milliseconds, and its cron pattern. */
export const SCHEDULE: readonly { task: JobName; everyMs: number; match: string }[] = TURNS.map((turn) => {
  return { task: turn.task, everyMs: turn.every * 60_000, match: matchOf(turn) }
})

function matchOf({ every, minute = 0, hour = 0 }: Turn): string {
  if (every < HOUR) return `${every === 1 ? '*' : `*/${every}`} * * * *`
  if (every === DAY) return `${minute} ${hour} * * *`
  return `${minute} ${every === HOUR ? '*' : `*/${every / HOUR}`} * * *`
}
