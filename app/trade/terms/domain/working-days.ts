/** Days of a trade end at 23:59 UTC. Both sides agree which days are working days; public holidays are unknown. */

const DAY_MS = 24 * 60 * 60_000
const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/

/** The last minute of the moment's day, in UTC. */
export function endOfDay(moment: Date): Date {
  const end = new Date(moment)
  end.setUTCHours(23, 59, 0, 0)
  return end
}

export function addDays(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * DAY_MS)
}

/** Days of the week that are not working days, as the database names them. `fri`: Friday alone. */
export const WEEKENDS = ['sat_sun', 'fri_sat', 'fri', 'sun'] as const
export type Weekend = (typeof WEEKENDS)[number]
export const USUAL_WEEKEND: Weekend = 'sat_sun'

const SUNDAY = 0
const FRIDAY = 5
const SATURDAY = 6
const RESTS: Record<Weekend, readonly number[]> = {
  sat_sun: [SATURDAY, SUNDAY],
  fri_sat: [FRIDAY, SATURDAY],
  fri: [FRIDAY],
  sun: [SUNDAY],
}

/** Any other text means Saturday and Sunday. */
export function weekendOf(text: string | null | undefined): Weekend {
  return WEEKENDS.find((known) => known === text) ?? USUAL_WEEKEND
}

/** The end of the n-th working day after the day of a moment. Quayside's own working days are Monday to Friday. */
export function endOfWorkingDay(after: Date, days: number, weekend: Weekend = USUAL_WEEKEND): Date {
  let day = after
  for (let left = days; left > 0; ) {
    day = addDays(day, 1)
    if (!RESTS[weekend].includes(day.getUTCDay())) left -= 1
  }
  return endOfDay(day)
}

/** Parses "2026-11-30" as the end of that day; null: not a calendar day. */
export function readWorkingDay(typed: string): Date | null {
  if (!ISO_DAY.test(typed)) return null
  const day = new Date(`${typed}T23:59:00.000Z`)
  return Number.isNaN(day.getTime()) || writeDay(day) !== typed ? null : day
}

/** The value of a date field: "2026-11-30", in UTC. */
export function writeDay(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
