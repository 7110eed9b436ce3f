/** Dates as a file that every calendar program reads (iCalendar, RFC 5545). */
import { ICalAlarmType, ICalCalendar } from 'ical-generator'

export type CalendarDate = {
  /** Names it for good: whoever takes the file again, after more time was agreed, moves the date instead of having two. */
  id: string
  at: Date
  title: string
  text: string
  url: string
}

const DAY_SECONDS = 24 * 60 * 60
const HOUR_SECONDS = 60 * 60

/** With reminders a day and an hour before each. `now` tells which of two files is the later one. */
export function writeCalendar(dates: readonly CalendarDate[], now: Date): string {
  const calendar = new ICalCalendar({ prodId: { company: 'Quayside', product: 'Escrow' } })
  for (const { id, at, title, text, url } of dates) {
    calendar.createEvent({
      id,
      start: at,
      stamp: now,
      sequence: Math.floor(now.getTime() / 1_000),
      summary: title,
      description: text,
      url,
      alarms: [DAY_SECONDS, HOUR_SECONDS].map((trigger) => ({
        type: ICalAlarmType.display,
        trigger,
        description: title,
      })),
    })
  }
  return calendar.toString()
}
