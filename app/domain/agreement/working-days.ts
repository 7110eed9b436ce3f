/** Days of a trade. A day ends at 23:59 UTC; working days are Monday to Friday, and holidays of no country are known. */

const DAY_MS = 24 * 60 * 60_000
const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/

/** The last minute of the day in which a moment lies, in UTC. */
export function endOfDay(moment: Date): Date {
  const end = new Date(moment)
  end.setUTCHours(23, 59, 0, 0)
  return end
}

export function addDays(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * DAY_MS)
}

/** The end of the so-many-th working day after the day of a moment. */
export function endOfWorkingDay(after: Date, days: number): Date {
  let day = after
  for (let left = days; left > 0; ) {
    day = addDays(day, 1)
    const weekday = day.getUTCDay()
    if (weekday !== 0 && weekday !== 6) left -= 1
  }
  return endOfDay(day)
}

/** "2026-11-30" as the end of that day; null for what is no day of the calendar. */
export function readDay(typed: string): Date | null {
  if (!ISO_DAY.test(typed)) return null
  const day = new Date(`${typed}T23:59:00.000Z`)
  return Number.isNaN(day.getTime()) || writeDay(day) !== typed ? null : day
}

/** As fields of days want it: "2026-11-30", in UTC. */
export function writeDay(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
