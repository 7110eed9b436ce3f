import { describe, expect, test } from 'vitest'
import { endOfDay, endOfWorkingDay, readWorkingDay, weekendOf, writeDay } from './working-days.ts'

test('a day ends at its last minute in UTC', () => {
  expect(endOfDay(new Date('2026-11-24T00:00:00Z'))).toEqual(new Date('2026-11-24T23:59:00Z'))
  expect(endOfDay(new Date('2026-11-24T23:59:59Z'))).toEqual(new Date('2026-11-24T23:59:00Z'))
})

describe('working days', () => {
  test.each([
    ['from a Tuesday, within the week', '2026-11-24T10:00:00Z', 3, '2026-11-27T23:59:00Z'],
    ['from a Tuesday, over a weekend', '2026-11-24T10:00:00Z', 5, '2026-12-01T23:59:00Z'],
    ['from a Friday', '2026-11-27T10:00:00Z', 1, '2026-11-30T23:59:00Z'],
    ['from a Saturday', '2026-11-28T10:00:00Z', 1, '2026-11-30T23:59:00Z'],
    ['from a Sunday', '2026-11-29T23:59:59Z', 5, '2026-12-04T23:59:00Z'],
    ['over two weekends', '2026-11-24T10:00:00Z', 10, '2026-12-08T23:59:00Z'],
    ['over the end of a year', '2026-12-31T10:00:00Z', 2, '2027-01-04T23:59:00Z'],
  ])('%s', (_, from, days, end) => expect(endOfWorkingDay(new Date(from), days)).toEqual(new Date(end)))

  // Five of them from Tuesday, 24 November 2026.
  test.each([
    ['sat_sun', '2026-12-01'],
    ['fri_sat', '2026-12-01'],
    ['fri', '2026-11-30'],
    ['sun', '2026-11-30'],
  ] as const)('where the weekend is %s', (weekend, day) => {
    expect(writeDay(endOfWorkingDay(new Date('2026-11-24T10:00:00Z'), 5, weekend))).toBe(day)
  })

  test.each([
    // Thursday, 26 November 2026: the next working day.
    ['sat_sun', '2026-11-27'],
    ['fri_sat', '2026-11-29'],
    ['fri', '2026-11-28'],
    ['sun', '2026-11-27'],
  ] as const)('the day after a Thursday, where the weekend is %s', (weekend, day) => {
    expect(writeDay(endOfWorkingDay(new Date('2026-11-26T10:00:00Z'), 1, weekend))).toBe(day)
  })

  test('whatever is not clearly another weekend is Saturday and Sunday', () => {
    expect(['fri_sat', 'sat_sun', '', 'friday', undefined, null].map(weekendOf)).toEqual([
      'fri_sat',
      ...Array.from({ length: 5 }, () => 'sat_sun'),
    ])
  })
})

test('days are read and written as fields of days hold them', () => {
  expect(readWorkingDay('2026-11-30')).toEqual(new Date('2026-11-30T23:59:00Z'))
  expect(writeDay(new Date('2026-11-30T23:59:00Z'))).toBe('2026-11-30')
  for (const typed of ['', '30.11.2026', '2026-02-30', '2026-13-01', '2026-11-30T00:00', '0000-00-00']) {
    expect(readWorkingDay(typed), typed).toBeNull()
  }
})
