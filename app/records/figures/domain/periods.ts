/** Days, weeks and months of the calendar, by UTC. A period is named by its first day, `2026-11-23`. */

export const PERIODS = ['day', 'week', 'month'] as const
export type Period = (typeof PERIODS)[number]

const SHOWN: Record<Period, number> = { day: 30, week: 26, month: 24 }
const DAY_MS = 86_400_000

/** The first day of the period of a day. Weeks begin on Monday (ISO 8601). */
export function startOf(period: Period, day: Date): string {
  const [year, month, date] = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()]
  if (period === 'month') return nameOf(Date.UTC(year, month, 1))
  const back = period === 'week' ? (day.getUTCDay() + 6) % 7 : 0
  return nameOf(Date.UTC(year, month, date) - back * DAY_MS)
}

/** The last periods, oldest first, up to today's. */
export function lastPeriods(period: Period, today: Date): string[] {
  const starts: string[] = []
  for (let start = startOf(period, today); starts.length < SHOWN[period]; ) {
    starts.push(start)
    start = startOf(period, new Date(Date.parse(start) - DAY_MS))
  }
  return starts.reverse()
}

const nameOf = (time: number) => new Date(time).toISOString().slice(0, 10)
