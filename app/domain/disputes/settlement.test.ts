import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Decimal } from '#app/domain/kernel/money.ts'
import { owedBack, sharesOf } from './settlement.ts'

const d = (text: string) => new Decimal(text)

describe('what is owed back to the buyer', () => {
  test.each<[string, string, string, boolean, string]>([
    ['nothing arrived', '0', '0', false, '0'],
    ['a part, while the escrow waits for the rest', '40', '0', false, '0'],
    ['the whole amount', '100', '0', false, '0'],
    ['an excess within 1e-7', '100.0000001', '0', false, '0'],
    ['an excess', '100.0000002', '0', false, '0.0000002'],
    ['an excess that is returned already', '130', '30', false, '0'],
    ['more, after an excess was returned', '150', '30', false, '20'],
    ['a part, once cancelled', '40', '0', true, '40'],
    ['nothing more after the release', '100', '100', true, '0'],
    ['what came after the release', '101', '100', true, '1'],
  ])('%s', (_, received, paidOut, isSettled, owed) => {
    const held = { amount: d('100'), received: d(received), paidOut: d(paidOut), isSettled }
    expect(owedBack(held).toFixed()).toBe(owed)
  })
})

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
