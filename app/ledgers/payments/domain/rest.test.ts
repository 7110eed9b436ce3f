import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { isOwed, judgeRest } from './rest.ts'

const limits = { share: new Decimal('0.005'), mostUsd: new Decimal(5) }
const of = (due: string, received: string, priceUsd: string | null = '1') => ({
  due: new Decimal(due),
  received: new Decimal(received),
  priceUsd: priceUsd === null ? null : new Decimal(priceUsd),
})

describe('a rest', () => {
  it.each([
    ['a five-hundredth of a small amount', of('100', '99.5'), 'small'],
    ['more than that', of('100', '99.49'), 'too_much'],
    ['five dollars of a large amount', of('100000', '99995'), 'small'],
    ['more than five dollars', of('100000', '99994.99'), 'too_much'],
    ['five dollars at the price of XRP', of('1000', '997.5', '2'), 'small'],
    ['more at another price', of('1000', '997.5', '2.1'), 'too_much'],
    ['of an asset without a price', of('1000', '997.5', null), 'no_price'],
    ['all of it', of('100', '0'), 'too_much'],
    ['nothing', of('100', '100'), 'too_much'],
  ] as const)('of %s', (_what, rest, verdict) => {
    expect(judgeRest(rest, limits)).toBe(verdict)
  })

  it('is never more than both limits, whatever somebody sends', () => {
    const amount = fc.integer({ min: 1, max: 10 ** 9 }).map((units) => new Decimal(units).div(1000))
    fc.assert(
      fc.property(amount, amount, (due, received) => {
        const verdict = judgeRest({ due, received, priceUsd: new Decimal(1) }, limits)
        if (verdict !== 'small') return
        expect(due.minus(received).lte(due.mul('0.005'))).toBe(true)
        expect(due.minus(received).lte(5)).toBe(true)
      }),
    )
  })

  it('is left out by nobody where the share is 0', () => {
    expect(judgeRest(of('100', '99.9999999'), { ...limits, share: new Decimal(0) })).toBe('too_much')
  })
})

it.each([
  ['0.000001', false],
  ['0.0009999', false],
  ['0.001', true],
])('an excess of %s is owed: %s', (amount, owed) => {
  expect(isOwed({ asset: 'XLM', amount: new Decimal(amount) })).toBe(owed)
})
