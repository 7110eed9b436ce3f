import { expect, test } from 'vitest'
import { usualDates } from '#app/domain/agreement/trade-dates.ts'
import { readUntil, usualUntil } from './until.ts'

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

test('it lies after the dates of the trade, with the examination', () => {
  const dates = { ...usualDates(now), presentBy: new Date('2027-01-29T23:59:00Z'), examineDays: 5 }
  expect(read('2027-02-05', dates)).toBeNull()
  expect(read('2027-02-06', dates)).not.toBeNull()
})

test('the form begins with a day that it takes, with the usual dates, too', () => {
  expect(read(usualUntil(now), usualDates(now))).not.toBeNull()
})
