import { expect, test } from 'vitest'
import type { CalendarFile } from '#app/notices/domain/calendar-file.ts'
import { writeCalendar } from './calendar.server.ts'

const file = (changes: Partial<CalendarFile> = {}): CalendarFile => ({
  method: 'publish',
  madeAt: new Date('2026-11-20T12:00:00Z'),
  from: 'support@quayside.example',
  dates: [
    {
      id: 'auto_X@quayside.example',
      at: new Date('2026-12-04T23:59:00Z'),
      title: 'Examine; the, documents',
      text: 'If the buyer has decided nothing by then, the documents count as accepted.\n\nEscrow ID: auto_X',
      url: 'https://quayside.example/dashboard?txid=auto_X',
    },
  ],
  ...changes,
})
/** Unfolds lines, which are folded at 75 bytes (RFC 5545, 3.1). */
const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')
const numberOf = (text: string) =>
  Number(
    linesOf(text)
      .find((line) => line.startsWith('SEQUENCE:'))
      ?.slice(9),
  )

test('is a calendar that every program reads', () => {
  const text = writeCalendar(file())
  const lines = linesOf(text)
  expect(lines).toEqual(
    expect.arrayContaining([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'METHOD:PUBLISH',
      'UID:auto_X@quayside.example',
      'DTSTAMP:20261120T120000Z',
      'DTSTART:20261204T235900Z',
      'SUMMARY:Examine\\; the\\, documents',
      'TRIGGER:-P1D',
      'TRIGGER:-PT1H',
      'END:VCALENDAR',
    ]),
  )
  expect(lines.filter((line) => line.startsWith('ORGANIZER'))).toEqual([
    'ORGANIZER;CN="Quayside":mailto:support@quayside.example',
  ])
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
})

test('is the same file for the same date, and a later one for a later', () => {
  expect(writeCalendar(file())).toBe(writeCalendar(file()))
  const later = writeCalendar(file({ madeAt: new Date('2026-11-20T12:00:01Z') }))
  expect(numberOf(later)).toBeGreaterThan(numberOf(writeCalendar(file())))
})

test('takes the date back under the same name, without reminders', () => {
  const lines = linesOf(writeCalendar(file({ method: 'cancel' })))
  expect(lines).toEqual(
    expect.arrayContaining([
      'METHOD:CANCEL',
      'STATUS:CANCELLED',
      'UID:auto_X@quayside.example',
      'DTSTART:20261204T235900Z',
    ]),
  )
  expect(lines.join()).not.toContain('VALARM')
})
