import { expect, test } from 'vitest'
import { openPatience } from './patience.ts'

test('what keeps dying is started ever more slowly, and at once again after it lived well', () => {
  let now = 0
  const patience = openPatience(() => now)
  const pauses = Array.from({ length: 8 }, () => {
    patience.began()
    now += 1_000
    return patience.pauseMs()
  })
  expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
  patience.began()
  now += 31_000
  expect(patience.pauseMs()).toBe(250)
})
