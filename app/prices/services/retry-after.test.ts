import { expect, test } from 'vitest'
import { readRetryAfter } from './retry-after.ts'

const answered = 'Fri, 20 Nov 2026 12:00:00 GMT'

test.each([
  ['30', 30_000],
  ['0', 0],
  [' 5 ', 5_000],
  ['Fri, 20 Nov 2026 12:01:30 GMT', 90_000],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ['-5', null],
  ['1.5', null],
  ['soon', null],
  ['', null],
  ['2026-11-20T12:01:30Z', null],
  ['Fri, 99 Nov 2026 12:01:30 GMT', null],
  ['99999999999999999999', null],
])('“%s” is %s ms', (wish, ms) => {
  expect(readRetryAfter(new Headers({ 'Retry-After': wish, Date: answered }))).toBe(ms)
})

test('nothing is asked without the header, or with a date that has no other to count from', () => {
  expect(readRetryAfter(new Headers({ Date: answered }))).toBeNull()
  expect(readRetryAfter(new Headers({ 'Retry-After': 'Fri, 20 Nov 2026 12:01:30 GMT' }))).toBeNull()
})
