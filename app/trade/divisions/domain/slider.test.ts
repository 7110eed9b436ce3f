import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import { fromTypedUnits } from '#app/kernel/domain/typed-amount.ts'
import { sharesOfDivision } from '#app/trade/divisions/domain/division.ts'
import { restOfShare, SLIDER_STEPS, shareAt, sliderPositionOf } from './slider.ts'

describe('what the form shows', () => {
  test.each([
    ['XLM', 7],
    ['XRP', 6],
  ] as const)('%s: the same shares as are decided', (asset, places) => {
    const units = fc.bigInt({ min: 0n, max: 10n ** 16n })
    fc.assert(
      fc.property(units, units, (one, other) => {
        const [amount, share] = [fromTypedUnits(one + other, places), fromTypedUnits(one, places)]
        const decided = sharesOfDivision('offer', { amount: new Decimal(amount), sellerAmount: new Decimal(share) })
        expect(restOfShare(amount, share, asset)).toBe(decided && plain(decided.buyer))
      }),
    )
  })

  test('every position is a share of whole units; the ends are nothing and all', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 16n })
    fc.assert(
      fc.property(amount, fc.nat({ max: SLIDER_STEPS }), (units, position) => {
        const whole = fromTypedUnits(units, 7)
        const share = shareAt(whole, position, 'XLM')
        expect(restOfShare(whole, share, 'XLM')).not.toBeNull()
        expect(sliderPositionOf(whole, share, 'XLM')).toBeLessThanOrEqual(position)
      }),
    )
    expect([shareAt('10.5', 0, 'USDC'), shareAt('10.5', SLIDER_STEPS, 'USDC')]).toEqual(['0', '10.5'])
    expect([sliderPositionOf('10', '0', 'XRP'), sliderPositionOf('10', '10', 'XRP')]).toEqual([0, SLIDER_STEPS])
  })

  test.each(['10.0000001', '-1', 'much', '1.00000001'])('%j is no share of 10', (share) => {
    expect([restOfShare('10', share, 'XLM'), sliderPositionOf('10', share, 'XLM')]).toEqual([null, null])
  })
})
