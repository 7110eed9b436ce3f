import { expect, test } from 'vitest'
import { decideBy } from './decide-by.ts'

test.each([
  ['a Monday', '2026-11-23T09:00:00Z', '2026-11-30T23:59:00.000Z'],
  ['a Friday night', '2026-11-27T23:59:30Z', '2026-12-04T23:59:00.000Z'],
  ['a Sunday', '2026-11-29T12:00:00Z', '2026-12-04T23:59:00.000Z'],
])('opened on %s: five working days, the day itself not counted', (_, openedAt, by) => {
  expect(decideBy(new Date(openedAt), null).toISOString()).toBe(by)
})

test('what a ledger gives back is decided a day before that', () => {
  const openedAt = new Date('2026-11-23T09:00:00Z')
  const by = (ledgerDate: string) => decideBy(openedAt, new Date(ledgerDate)).toISOString()
  expect(by('2026-11-26T23:59:00Z')).toBe('2026-11-25T23:59:00.000Z')
  expect(by('2027-01-31T23:59:00Z')).toBe('2026-11-30T23:59:00.000Z')
  // Opened on the last day: the last moment at which a release can begin, and never one in the past.
  expect(by('2026-11-23T20:00:00Z')).toBe('2026-11-23T19:50:00.000Z')
})
