import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { sharesOf } from './decision.ts'

const d = (text: string) => new Decimal(text)

describe('the shares of a decision', () => {
  const amount = d('100.5')

  test('a release and a refund give all of it to one side', () => {
    expect(sharesOf('release', { amount, sellerAmount: null })).toEqual({ seller: amount, buyer: d('0') })
    expect(sharesOf('refund', { amount, sellerAmount: d('7') })).toEqual({ seller: d('0'), buyer: amount })
  })

  test('a split leaves neither side without anything', () => {
    for (const seller of [null, d('0'), d('-1'), amount, d('101')]) {
      expect(sharesOf('split', { amount, sellerAmount: seller })).toBeNull()
    }
  })

  test('a split sums to the amount, to the last stroop', () => {
    const stroops = fc.bigInt({ min: 2n, max: 10n ** 17n })
    fc.assert(
      fc.property(stroops, stroops, (one, other) => {
        const whole = new Decimal((one + other).toString()).div('1e7')
        const shares = sharesOf('split', { amount: whole, sellerAmount: new Decimal(one.toString()).div('1e7') })
        expect(shares?.seller.plus(shares.buyer).eq(whole)).toBe(true)
      }),
    )
  })
})
