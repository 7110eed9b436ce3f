import { describe, expect, it } from 'vitest'
import { hasLapsed, lastReleaseAt, mayStillRelease } from './date.ts'

const deadline = 1_900_000_000
const at = (offset: number) => new Date((deadline + offset) * 1000)

describe('the date', () => {
  it('lets no release begin in its last ten minutes', () => {
    expect(lastReleaseAt({ deadline })).toBe(deadline - 600)
    expect([-601, -600, -1, 0].map((offset) => mayStillRelease({ deadline }, at(offset)))).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  it('has come on Stellar with its second, on the XRP Ledger after it', () => {
    const lapsed = (asset: 'XLM' | 'XRP') => [-1, 0, 1].map((offset) => hasLapsed({ asset, deadline }, at(offset)))
    expect(lapsed('XLM')).toEqual([false, true, true])
    expect(lapsed('XRP')).toEqual([false, false, true])
  })
})
