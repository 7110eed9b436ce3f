import { expect, test } from 'vitest'
import { usualDates } from '#app/trade/terms/domain/trade-dates.ts'
import { earliestUntil, readUntil, usualUntil } from './until.ts'

const now = new Date('2026-11-27T10:00:00Z')
const read = (typed: string, dates: Parameters<typeof readUntil>[1]['dates'] = null) => readUntil(typed, { now, dates })

test('a day ends at 23:59 UTC, in whole seconds', () => {
  expect(read('2027-02-25')).toEqual(new Date('2027-02-25T23:59:00Z'))
  expect(read(' 2027-02-25 ')).toEqual(new Date('2027-02-25T23:59:00Z'))
})

test('it lies two weeks to a year ahead', () => {
  expect(read('2026-12-10')).toBeNull()
  expect(read('2026-12-11')).not.toBeNull()
  expect(read('2027-11-27')).not.toBeNull()
  expect(read('2027-11-28')).toBeNull()
})

test('what is no day of the calendar is none', () => {
  for (const typed of ['', '90', '25.02.2027', '02/25/2027', '2027-02-30', '2027-2-25']) expect(read(typed)).toBeNull()
})

test('it leaves time for whatever the dates of the trade lead to', () => {
  const dates = { ...usualDates(now), presentBy: new Date('2027-01-29T23:59:00Z'), examineDays: 5 }
  // Grace until Sun 31 Jan, examined by Fri 5, notified until Sat 6, signed by Sun 7 Feb, and three days to spare.
  expect(read('2027-02-09', dates)).toBeNull()
  expect(read('2027-02-10', dates)).not.toBeNull()
})

test('the first day that it takes is told to whoever typed an earlier one', () => {
  const dates = { ...usualDates(now), presentBy: new Date('2027-01-29T23:59:00Z'), examineDays: 5 }
  expect([earliestUntil({ now, dates: null }), earliestUntil({ now, dates })]).toEqual(['2026-12-11', '2027-02-10'])
})

test('the form begins with a day that it takes, with the usual dates, too', () => {
  expect(read(usualUntil(now), usualDates(now))).not.toBeNull()
})
