import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ASSETS } from './assets.ts'
import { amountToSend, Decimal, parseAmount, parseUsd, plain, plainUsd } from './money.ts'

describe('an amount as typed', () => {
  test.each(['0', '0.00', '-1', '', ' ', '1,000', '1e5', '0x10', 'NaN', 'Infinity', '1.2.3', '.', '1'.repeat(16)])(
    '%j is no US dollar amount',
    (text) => expect(parseUsd(text)).toBeNull(),
  )

  test.each([
    ['5000', '5000.00'],
    [' 5000.5 ', '5000.50'],
    ['.5', '0.50'],
    ['7.', '7.00'],
  ])('%j is %s US dollars', (text, expected) => expect(plainUsd(parseUsd(text)!)).toBe(expected))

  test('has no parts of a cent', () => expect(parseUsd('1.005')).toBeNull())

  test('is no finer than its ledger holds', () => {
    expect(parseAmount('0.0000001', 'XLM')).not.toBeNull()
    expect(parseAmount('0.0000001', 'XRP')).toBeNull()
    expect(parseAmount('0.000001', 'XRP')).not.toBeNull()
    expect(parseAmount('0.00000001', 'USDC')).toBeNull()
  })

  test('comes back from storage as it went in', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }), (stroops) => {
        const amount = new Decimal(stroops.toString()).div(10_000_000)
        expect(parseAmount(plain(amount), 'XLM')?.eq(amount)).toBe(true)
      }),
    )
  })
})

describe('the amount to send', () => {
  test('has four places for XLM and XRP and two for USDC, half up', () => {
    const net = new Decimal('105.26')
    expect(plain(amountToSend(net, new Decimal('0.3'), 'XLM'))).toBe('350.8667')
    expect(plain(amountToSend(net, new Decimal('2.105199'), 'XRP'))).toBe('50')
    expect(plain(amountToSend(net, new Decimal('0.9999'), 'USDC'))).toBe('105.27')
    expect(plain(amountToSend(new Decimal('0.00005'), new Decimal(1), 'XLM'))).toBe('0.0001')
  })

  test('is worth the net fee to within half of its last place', () => {
    const cents = fc.integer({ min: 10_000, max: 10_000_000 })
    const price = fc.integer({ min: 1_000, max: 100_000_000 })
    fc.assert(
      fc.property(cents, price, fc.constantFrom(...ASSETS), (netCents, priceMillionths, asset) => {
        const net = new Decimal(netCents).div(100)
        const usd = new Decimal(priceMillionths).div(1_000_000)
        const half = new Decimal(asset === 'USDC' ? '0.005' : '0.00005')
        expect(amountToSend(net, usd, asset).mul(usd).minus(net).abs().lte(half.mul(usd).plus('1e-25'))).toBe(true)
      }),
    )
  })
})
