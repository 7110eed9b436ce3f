/** The content of a calendar file (iCalendar, RFC 5545), for pages and emails. */

export type CalendarDate = {
  /** Permanent: a second import of the file moves the date instead of adding one. */
  id: string
  at: Date
  title: string
  text: string
  url: string
}

/** `cancel`: the dates no longer apply. */
export type CalendarFile = {
  method: 'publish' | 'cancel'
  /** Decides which of two files is the later one. */
  madeAt: Date
  /** The contact address. */
  from: string
  dates: readonly CalendarDate[]
}

/** The id of an escrow's current date: one per escrow, so that each date replaces the one before. */
export function calendarId(transactionId: string, origin: string): string {
  return `${transactionId}@${new URL(origin).hostname}`
}
