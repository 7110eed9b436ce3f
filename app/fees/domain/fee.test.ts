import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Decimal, plainUsd } from '#app/kernel/domain/money.ts'
import { DEFAULT_PAYOUT_RATE, MINIMUM_FEE_USD, quoteFee } from './fee.ts'

const rate = (text: string | null) => (text === null ? null : new Decimal(text))

function linesOf(amount: string, discount: string | null, payout: string | null) {
  const quote = quoteFee({
    amountUsd: new Decimal(amount),
    discountRate: rate(discount),
    payoutRate: rate(payout),
  })
  const { grossUsd, couponDiscountUsd, minimumTopUpUsd, netUsd, feeDiscountUsd, commissionUsd } = quote
  return [grossUsd, couponDiscountUsd, minimumTopUpUsd, netUsd, feeDiscountUsd, commissionUsd].map(plainUsd)
}

describe('the service fee', () => {
  test.each([
    // amount, discount, payout → gross, coupon, minimum, net, stored discount, commission
    ['1000', null, null, ['7.50', '0.00', '92.50', '100.00', '-92.50', '0.00']],
    ['1000', '0.05', '0.10', ['7.50', '0.38', '92.88', '100.00', '-92.50', '10.00']],
    ['1000', '0.20', '0.10', ['7.50', '1.50', '94.00', '100.00', '-92.50', '10.00']],
    ['5000', null, null, ['37.50', '0.00', '62.50', '100.00', '-62.50', '0.00']],
    ['5000', '0.05', '0.10', ['37.50', '1.88', '64.38', '100.00', '-62.50', '10.00']],
    ['5000', '0.20', '0.10', ['37.50', '7.50', '70.00', '100.00', '-62.50', '10.00']],
    ['5000', '0.20', '0.15', ['37.50', '7.50', '70.00', '100.00', '-62.50', '15.00']],
    ['13333.33', null, null, ['100.00', '0.00', '0.00', '100.00', '0.00', '0.00']],
    ['13333.33', '0.05', '0.10', ['100.00', '5.00', '5.00', '100.00', '0.00', '10.00']],
    ['13333.33', '0.20', '0.10', ['100.00', '20.00', '20.00', '100.00', '0.00', '10.00']],
    ['13333.34', null, null, ['100.00', '0.00', '0.00', '100.00', '0.00', '0.00']],
    ['13334.00', null, null, ['100.01', '0.00', '0.00', '100.01', '0.00', '0.00']],
    ['13333.34', '0.05', '0.10', ['100.00', '5.00', '5.00', '100.00', '0.00', '10.00']],
    ['13333.34', '0.20', '0.10', ['100.00', '20.00', '20.00', '100.00', '0.00', '10.00']],
    ['14035.09', null, null, ['105.26', '0.00', '0.00', '105.26', '0.00', '0.00']],
    ['14035.09', '0.05', '0.10', ['105.26', '5.26', '0.00', '100.00', '5.26', '10.00']],
    ['14035.09', '0.20', '0.10', ['105.26', '21.05', '15.79', '100.00', '5.26', '10.00']],
    ['20000', null, null, ['150.00', '0.00', '0.00', '150.00', '0.00', '0.00']],
    ['20000', '0.05', '0.10', ['150.00', '7.50', '0.00', '142.50', '7.50', '14.25']],
    ['20000', '0.20', '0.10', ['150.00', '30.00', '0.00', '120.00', '30.00', '12.00']],
    ['1000000', null, null, ['7500.00', '0.00', '0.00', '7500.00', '0.00', '0.00']],
    ['1000000', '0.05', '0.10', ['7500.00', '375.00', '0.00', '7125.00', '375.00', '712.50']],
    ['1000000', '0.20', '0.10', ['7500.00', '1500.00', '0.00', '6000.00', '1500.00', '600.00']],
  ])('of $%s with a discount of %s and a payout of %s', (amount, discount, payout, expected) => {
    expect(linesOf(amount, discount, payout)).toEqual(expected)
  })

  test('rounds half a cent up, where floating point rounds it down', () => {
    // 0.0075 × 22 = 0.165
    expect(linesOf('22', null, null)[0]).toBe('0.17')
  })

  test('refuses amounts and rates that no caller may hold', () => {
    expect(() => linesOf('0', null, null)).toThrow(RangeError)
    expect(() => linesOf('100', '1.01', null)).toThrow(RangeError)
    expect(() => linesOf('100', null, '-0.01')).toThrow(RangeError)
  })
})

describe('for every amount and rate', () => {
  const amounts = fc.integer({ min: 1, max: 10_000_000_000 }).map((cents) => new Decimal(cents).div(100))
  const rates = fc.option(fc.integer({ min: 0, max: 10_000 }).map((parts) => new Decimal(parts).div(10_000)))

  test('the lines that people see add up, in whole cents', () => {
    fc.assert(
      fc.property(amounts, rates, rates, (amountUsd, discountRate, payoutRate) => {
        const quote = quoteFee({ amountUsd, discountRate, payoutRate })
        const { grossUsd, couponDiscountUsd, minimumTopUpUsd, netUsd, feeDiscountUsd, commissionUsd } = quote
        expect(grossUsd.minus(couponDiscountUsd).plus(minimumTopUpUsd).eq(netUsd)).toBe(true)
        expect(grossUsd.minus(feeDiscountUsd).eq(netUsd)).toBe(true)
        for (const amount of Object.values(quote)) expect(amount.decimalPlaces()).toBeLessThanOrEqual(2)
        expect(netUsd.gte(MINIMUM_FEE_USD)).toBe(true)
        expect(couponDiscountUsd.gte(0) && minimumTopUpUsd.gte(0)).toBe(true)
        expect(commissionUsd.gte(0) && commissionUsd.lte(netUsd)).toBe(true)
      }),
    )
  })

  test('every line is what whole cents give, without a fraction lost on the way', () => {
    const cents = fc.bigInt({ min: 1n, max: 10n ** 14n })
    const parts = fc.bigInt({ min: 0n, max: 10_000n })
    fc.assert(
      fc.property(cents, parts, parts, (amount, discount, payout) => {
        const gross = halfUp(amount * 75n, 10_000n)
        const coupon = halfUp(gross * discount, 10_000n)
        const net = gross - coupon > 10_000n ? gross - coupon : 10_000n
        const quote = quoteFee({
          amountUsd: decimal(amount, 100n),
          discountRate: decimal(discount, 10_000n),
          payoutRate: decimal(payout, 10_000n),
        })
        const { grossUsd, couponDiscountUsd, minimumTopUpUsd, netUsd, feeDiscountUsd, commissionUsd } = quote
        expect(
          [grossUsd, couponDiscountUsd, minimumTopUpUsd, netUsd, feeDiscountUsd, commissionUsd].map(inCents),
        ).toEqual([gross, coupon, net - (gross - coupon), net, gross - net, halfUp(net * payout, 10_000n)])
      }),
    )
  })

  test('a larger trade never costs less, and a coupon never costs more', () => {
    fc.assert(
      fc.property(amounts, amounts, rates, (one, other, discountRate) => {
        const [smaller, larger] = one.lte(other) ? [one, other] : [other, one]
        const net = (amountUsd: Decimal, discount: Decimal | null) =>
          quoteFee({ amountUsd, discountRate: discount, payoutRate: DEFAULT_PAYOUT_RATE }).netUsd
        expect(net(smaller, null).lte(net(larger, null))).toBe(true)
        expect(net(larger, discountRate).lte(net(larger, null))).toBe(true)
      }),
    )
  })
})

/** Rounds half up, for figures that are not negative. */
function halfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor)
}

function decimal(parts: bigint, whole: bigint): Decimal {
  return new Decimal(parts.toString()).div(whole.toString())
}

function inCents(usd: Decimal): bigint {
  return BigInt(usd.mul(100).toFixed())
}
