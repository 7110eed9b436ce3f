const DAY_MS = 86_400_000

/** Parses a day as browsers send it (`2026-11-23`): its start in UTC. Null: no day of the calendar. */
export function readDay(text: string): Date | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return null
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? day : null
}

/** The moment when the day is over. */
export function dayAfter(day: Date): Date {
  return new Date(day.getTime() + DAY_MS)
}
