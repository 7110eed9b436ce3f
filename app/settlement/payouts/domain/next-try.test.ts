import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WAITS_FOR } from '#app/kernel/domain/payout-state.ts'
import { nextTryOf, RECHECK_MS, waitAfterFailures } from './next-try.ts'

const HOUR_MS = 3_600_000
const at = new Date('2026-11-28T12:00:00Z')

describe('waitAfterFailures', () => {
  test('is five seconds, then twice as long each time', () => {
    expect([1, 2, 3, 4, 5].map(waitAfterFailures)).toEqual([5_000, 10_000, 20_000, 40_000, 80_000])
  })

  test('never shrinks, and ends at an hour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (failures) => {
        expect(waitAfterFailures(failures + 1)).toBeGreaterThanOrEqual(waitAfterFailures(failures))
        expect(waitAfterFailures(failures)).toBeLessThanOrEqual(HOUR_MS)
      }),
    )
    expect(waitAfterFailures(11)).toBe(HOUR_MS)
  })
})

describe('nextTryOf', () => {
  test('leaves the place of a payout that waits for what all of its ledger wait for', () => {
    const keeping = WAITS_FOR.filter((reason) => nextTryOf(reason, at) === null)
    expect(keeping).toEqual(['turn', 'stopped', 'ledger', 'history', 'no_key'])
  })

  test('lets others go first while it waits for money, for a person, or for what may be about itself alone', () => {
    const waits = (reason: (typeof WAITS_FOR)[number]) => (nextTryOf(reason, at)?.getTime() ?? 0) - at.getTime()
    expect([waits('fees'), waits('signer')]).toEqual([5_000, 5_000])
    expect(['cover', 'float', 'check', 'lists', 'second_operator'].map((reason) => waits(reason as 'cover'))).toEqual(
      Array(5).fill(RECHECK_MS),
    )
  })
})
