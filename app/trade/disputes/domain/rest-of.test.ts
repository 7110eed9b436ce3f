import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ASSETS } from '#app/kernel/domain/assets.ts'
import { Decimal, parseAmount, plain } from '#app/kernel/domain/money.ts'
import { sharesOf } from './decision.ts'
import { restOf } from './rest-of.ts'

it.each([
  ['75.5000001', '45.3', 'XLM', '30.2000001'],
  ['20.000003', '0.000002', 'XRP', '20.000001'],
  ['100', '.5', 'USDC', '99.5'],
  ['100', ' 99.9999999 ', 'USDC', '0.0000001'],
  ['120', '20', 'XLM', '100'],
  ['100', '100', 'XLM', null],
  ['100', '0', 'XLM', null],
  ['100', '100.1', 'XLM', null],
  ['100', '0.0000001', 'XRP', null],
  ['100', '', 'XLM', null],
  ['100', '.', 'XLM', null],
  ['100', '1e1', 'XLM', null],
  ['100', '-1', 'XLM', null],
] as const)('of %s, a share of “%s” %s leaves %s', (amount, share, asset, rest) => {
  expect(restOf(amount, share, asset)).toBe(rest)
})

it('agrees with what decides, whatever is typed', () => {
  const digits = fc.stringMatching(/^\d{0,16}\.?\d{0,19}$/)
  const typed = fc.oneof(digits, fc.stringMatching(/^ ?[\d.e+-]{0,6} ?$/))
  fc.assert(
    fc.property(fc.constantFrom(...ASSETS), digits, typed, (asset, amountText, share) => {
      const amount = parseAmount(amountText, asset)
      fc.pre(amount !== null)
      const sellerAmount = parseAmount(share, asset)
      const shares = sharesOf('split', { amount: amount ?? new Decimal(0), sellerAmount })
      expect(restOf(amountText, share, asset)).toBe(shares && plain(shares.buyer))
    }),
  )
})
