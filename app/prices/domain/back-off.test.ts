import { describe, expect, test } from 'vitest'
import { waitAfterFailure } from './back-off.ts'

const least = () => new Uint8Array([0, 0])
const most = () => new Uint8Array([255, 255])

const waits = (random: () => Uint8Array, retryAfterMs: number | null = null) =>
  [1, 2, 3, 4, 5, 6, 7, 100, 10_000].map((failures) => waitAfterFailure({ failures, retryAfterMs, random }))

describe('after a failure', () => {
  test('the wait doubles from four seconds to two minutes and stays there', () => {
    expect(waits(least)).toEqual([4_000, 8_000, 16_000, 32_000, 64_000, 120_000, 120_000, 120_000, 120_000])
  })

  test('chance adds up to a quarter', () => {
    expect(waits(most)).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 150_000, 150_000, 150_000, 150_000])
    const middle = waitAfterFailure({ failures: 1, retryAfterMs: null, random: () => new Uint8Array([128, 0]) })
    expect(middle).toBe(4_500)
  })

  test.each([
    ['shorter than the wait changes nothing', 1_000, 4_000],
    ['longer is kept', 30_000, 30_000],
    ['of an hour is heard as four minutes', 3_600_000, 240_000],
    ['that is over changes nothing', 0, 4_000],
  ])('a wish of the service that is %s', (_, retryAfterMs, expected) => {
    expect(waitAfterFailure({ failures: 1, retryAfterMs, random: least })).toBe(expected)
    expect(waitAfterFailure({ failures: 1, retryAfterMs, random: most })).toBeGreaterThan(expected)
  })
})
