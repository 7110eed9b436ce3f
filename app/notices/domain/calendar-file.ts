/** A calendar file (iCalendar, RFC 5545): what it is made from, on a page and in letters alike. */

export type CalendarDate = {
  /** Names it for good: whoever takes the file again has one date that moved instead of two. */
  id: string
  at: Date
  title: string
  text: string
  url: string
}

/** `cancel`: the dates run no more. */
export type CalendarFile = {
  method: 'publish' | 'cancel'
  /** Which of two files is the later one. */
  madeAt: Date
  /** Where questions go. */
  from: string
  dates: readonly CalendarDate[]
}

/** The name of an escrow's running date: one for each escrow, so that the date that runs now takes the place of the one before it. */
export function calendarId(transactionId: string, origin: string): string {
  return `${transactionId}@${new URL(origin).hostname}`
}
