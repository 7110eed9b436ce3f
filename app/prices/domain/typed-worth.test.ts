import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Decimal, plainUsd } from '#app/kernel/domain/money.ts'
import { worthUsd } from './price.ts'
import { typedWorth } from './typed-worth.ts'

test('it is what the server reckons', () => {
  const digits = (places: number) =>
    fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.integer({ min: 0, max: places }))
      .map(([units, at]) => new Decimal(units.toString()).div(new Decimal(10).pow(at)).toFixed())
  fc.assert(
    fc.property(digits(7), digits(12), (amount, price) => {
      expect(typedWorth(amount, price)).toBe(plainUsd(worthUsd(new Decimal(amount), new Decimal(price))))
    }),
  )
})

test('half a cent is rounded up, and what is finer than a ledger is not reckoned with', () => {
  expect(typedWorth('1', '0.005')).toBe('0.01')
  expect(typedWorth('0.00000001', '1')).toBeNull()
})
