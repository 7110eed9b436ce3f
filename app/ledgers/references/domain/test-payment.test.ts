import { expect, test } from 'vitest'
import { ASSETS } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { testPayment } from './test-payment.ts'

test('a large payment can be tried with a small one, and the two are what is due', () => {
  for (const asset of ASSETS) {
    const due = new Decimal('48000.0000001')
    const tried = testPayment(asset, due)
    expect(tried?.amount.plus(tried.rest).eq(due)).toBe(true)
    expect(tried?.amount.lt(due.div(1_000))).toBe(true)
  }
})

test('a small one is sent at once', () => {
  expect(testPayment('USDC', new Decimal('49.99'))).toBeNull()
  expect(testPayment('USDC', new Decimal('50'))?.rest.toString()).toBe('45')
})
