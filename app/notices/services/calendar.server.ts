/** Writes dates as a calendar file (iCalendar, RFC 5545 and 5546). */
import { ICalAlarmType, ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { CalendarFile } from '#app/notices/domain/calendar-file.ts'

const DAY_SECONDS = 24 * 60 * 60
const HOUR_SECONDS = 60 * 60

/** With reminders a day and an hour before each date, unless cancelled. The same input gives the same bytes. */
export function writeCalendar({ method, madeAt, from, dates }: CalendarFile): string {
  const isCancelled = method === 'cancel'
  const calendar = new ICalCalendar({
    prodId: { company: 'Quayside', product: 'Escrow' },
    method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  })
  for (const { id, at, title, text, url } of dates) {
    calendar.createEvent({
      id,
      start: at,
      stamp: madeAt,
      sequence: Math.floor(madeAt.getTime() / 1_000),
      summary: title,
      description: text,
      url,
      organizer: { name: 'Quayside', email: from },
      ...(isCancelled && { status: ICalEventStatus.CANCELLED }),
      alarms: isCancelled
        ? []
        : [DAY_SECONDS, HOUR_SECONDS].map((trigger) => ({
            type: ICalAlarmType.display,
            trigger,
            description: title,
          })),
    })
  }
  return calendar.toString()
}
