import { expect, test } from 'vitest'
import { keptUntil } from './closing.ts'

test.each([
  ['2026-11-24T12:00:00.000Z', 5, '2031-11-24T12:00:00.000Z'],
  ['2026-11-24T12:00:00.000Z', 10, '2036-11-24T12:00:00.000Z'],
  // That year has no such day: never a day too early.
  ['2028-02-29T00:00:00.000Z', 5, '2033-03-01T00:00:00.000Z'],
])('what is kept of an account that was closed at %s for %s years is kept until %s', (closed, years, end) => {
  expect(keptUntil(new Date(closed), years).toISOString()).toBe(end)
})
