import { expect, test } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { type CouponBuyer, type CouponRow, judgeCoupon, normalizeCode } from './coupon.ts'

const harbour10: CouponRow = {
  code: 'HARBOUR10',
  active: true,
  status: 'assigned',
  discountRate: new Decimal('0.2'),
  payoutRate: new Decimal('0.15'),
  resellerId: 'reseller-1',
  resellerName: 'Harbour Partners',
  resellerEmail: 'ann.lee@gmail.com',
  resellerWallet: 'GRESELLER',
}
const buyer: CouponBuyer = { id: 'buyer-1', email: 'ben@mail.example', wallets: ['GBUYER'] }

test('a code is trimmed and put in upper case before it is looked up', () => {
  expect(normalizeCode('  harbour10\n')).toBe('HARBOUR10')
})

test('a code that is not on record is unknown', () => {
  expect(judgeCoupon(null, buyer)).toEqual({ verdict: 'unknown' })
})

test.each([{ active: false }, { status: 'available' }, { status: 'Assigned' }])(
  'a code with %o gives no discount',
  (fault) => {
    expect(judgeCoupon({ ...harbour10, ...fault }, buyer)).toEqual({ verdict: 'inactive' })
  },
)

test('an active, assigned code applies with its own rates', () => {
  const verdict = judgeCoupon(harbour10, buyer)
  expect(verdict).toMatchObject({ verdict: 'applied', code: 'HARBOUR10', resellerName: 'Harbour Partners' })
  expect(verdict.verdict === 'applied' && [`${verdict.discountRate}`, `${verdict.payoutRate}`]).toEqual(['0.2', '0.15'])
})

test('rates that the record leaves out are 5% and 10%, but a rate of 0 stays 0', () => {
  const defaults = judgeCoupon({ ...harbour10, discountRate: null, payoutRate: null }, buyer)
  expect(defaults.verdict === 'applied' && [`${defaults.discountRate}`, `${defaults.payoutRate}`]).toEqual([
    '0.05',
    '0.1',
  ])
  const zero = judgeCoupon({ ...harbour10, payoutRate: new Decimal(0) }, buyer)
  expect(zero.verdict === 'applied' && zero.payoutRate.isZero()).toBe(true)
})

test.each([
  ['the account', { id: 'reseller-1' }],
  ['another spelling of the mailbox', { email: 'annlee+fees@googlemail.com' }],
  ['the wallet', { wallets: ['GBUYER', 'GRESELLER'] }],
])('nobody earns on the own fee: %s', (_, same) => {
  expect(judgeCoupon(harbour10, { ...buyer, ...same })).toEqual({ verdict: 'own' })
})

test('a reseller of whom nothing is known is nobody in particular', () => {
  const unknown = { ...harbour10, resellerEmail: null, resellerWallet: null }
  expect(judgeCoupon(unknown, buyer)).toMatchObject({ verdict: 'applied' })
  expect(judgeCoupon({ ...unknown, resellerId: 'Ben@mail.example' }, buyer)).toEqual({ verdict: 'own' })
})
