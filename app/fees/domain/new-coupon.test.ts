import { describe, expect, test } from 'vitest'
import { plainPercent, readNewCoupon, type TypedCoupon } from './new-coupon.ts'

const TYPED: TypedCoupon = { code: ' harbor-5 ', resellerName: 'Harbor  Freight', discount: '5', commission: '12.5%' }

describe('a coupon as typed', () => {
  test('becomes one, its code in upper case and its rates parts of one', () => {
    const read = readNewCoupon({ ...TYPED, resellerEmail: 'Hanna@Harbor.example', resellerWallet: undefined })
    expect(read).toMatchObject({
      code: 'HARBOR-5',
      resellerId: 'hanna@harbor.example',
      resellerName: 'Harbor Freight',
      resellerEmail: 'hanna@harbor.example',
      resellerWallet: null,
    })
    if (typeof read === 'string') throw new Error(read)
    expect([read.discountRate.toFixed(), read.payoutRate.toFixed()]).toEqual(['0.05', '0.125'])
  })

  test('has the usual rates where none are typed', () => {
    const read = readNewCoupon({ code: 'ABC', resellerName: 'A' })
    if (typeof read === 'string') throw new Error(read)
    expect([read.discountRate.toFixed(), read.payoutRate.toFixed(), read.resellerId]).toEqual(['0.05', '0.1', 'a'])
  })

  test.each<[Partial<TypedCoupon>, string]>([
    [{ code: 'AB' }, 'code_unfit'],
    [{ code: 'A B C' }, 'code_unfit'],
    [{ code: '-ABC' }, 'code_unfit'],
    [{ code: 'ÄPFEL' }, 'code_unfit'],
    [{ code: 'A'.repeat(33) }, 'code_unfit'],
    [{ resellerName: ' ' }, 'reseller_missing'],
    [{ resellerName: 'see https://evil.example' }, 'reseller_unfit'],
    [{ discount: '51' }, 'discount_unfit'],
    [{ discount: '-5' }, 'discount_unfit'],
    [{ discount: '5,5' }, 'discount_unfit'],
    [{ discount: '5.555' }, 'discount_unfit'],
    [{ discount: '' }, 'discount_unfit'],
    [{ discount: '1e1' }, 'discount_unfit'],
    [{ commission: '50.01' }, 'commission_unfit'],
    [{ resellerEmail: 'hanna' }, 'email_unfit'],
    [{ resellerWallet: 'GABC' }, 'wallet_unfit'],
  ])('%j is refused: %s', (change, problem) => {
    expect(readNewCoupon({ ...TYPED, ...change })).toBe(problem)
  })

  test('0 and 50 are the bounds', () => {
    for (const discount of ['0', '50', '50.00', '0.01']) {
      expect(readNewCoupon({ ...TYPED, discount })).toHaveProperty('discountRate')
    }
  })
})

test.each([
  ['7.5', '7.5'],
  ['7,5', '7.5'],
  [' 12,50 % ', '12.5'],
  ['۷٫۵', '7.5'],
  ['๗.๕', '7.5'],
  ['0', '0'],
  // What is no percentage stays as typed, and is refused as that.
  ['7,5,5', '7,5,5'],
  ['1.000,5', '1.000,5'],
  ['50,01', '50,01'],
  ['7.555', '7.555'],
  ['-5', '-5'],
  ['five', 'five'],
])('the percentage %j of a form is %j', (typed, plain) => {
  expect(plainPercent(typed)).toBe(plain)
})
