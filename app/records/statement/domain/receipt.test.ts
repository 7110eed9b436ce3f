import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { correctableUntil, readBilled, receiptPartsOf } from './receipt.ts'

const paid = (amount: string) => ({ hash: 'ab', amount, at: '2026-11-28T10:00:00.000Z', explorer: null })

describe('in which parts it was paid', () => {
  test('equal amounts are counted', () => {
    expect(receiptPartsOf({ payments: [paid('75'), paid('75.00')], smaller: null })).toEqual([
      { times: 2, amount: '75' },
    ])
  })

  test('many different ones, or ones that are not listed, do not fit in a line', () => {
    expect(receiptPartsOf({ payments: ['1', '2', '3', '4', '5'].map(paid), smaller: null })).toBeNull()
    expect(receiptPartsOf({ payments: [paid('75')], smaller: { count: 3, isMore: false } })).toBeNull()
  })

  test('they add up to what came, to the last unit', () => {
    const units = fc.array(fc.integer({ min: 1, max: 2_000_000_000 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(units, (amounts) => {
        const payments = amounts.map((amount) => paid(new Decimal(amount).div(1e7).toFixed()))
        const parts = receiptPartsOf({ payments, smaller: null })
        const sum = (rows: { times: number; amount: string }[]) =>
          rows.reduce((total, { times, amount }) => total.plus(new Decimal(amount).times(times)), new Decimal(0))
        const came = sum(payments.map(({ amount }) => ({ times: 1, amount })))
        return parts === null || sum(parts).eq(came)
      }),
    )
  })
})

describe('to whom it is made out', () => {
  const typed = {
    billedName: 'Erik Handel AB',
    billedAddress: ' Hamngatan 4 \n\n111 47 Stockholm',
    billedTaxNumber: 'SE556012345601',
  }

  test('is kept as it reads', () => {
    expect(readBilled(typed)).toEqual({
      name: 'Erik Handel AB',
      address: 'Hamngatan 4\n111 47 Stockholm',
      taxNumber: 'SE556012345601',
    })
    expect(readBilled({ billedName: '', billedAddress: '', billedTaxNumber: '' })).toEqual({
      name: null,
      address: null,
      taxNumber: null,
    })
  })

  test('what nobody sees is left out', () => {
    const unseen = { ...typed, billedTaxNumber: 'SE55\u202e6012', billedAddress: 'Hamn\u200bgatan\u00014' }
    expect(readBilled(unseen)).toMatchObject({ taxNumber: 'SE55 6012', address: 'Hamn gatan 4' })
  })

  test.each([
    [{ ...typed, billedName: 'x'.repeat(101) }, 'name_too_long', 'billedName'],
    [{ ...typed, billedName: 'see http://evil.example' }, 'name_not_plain', 'billedName'],
    [{ ...typed, billedAddress: 'x'.repeat(301) }, 'postal_address_too_long', 'billedAddress'],
    [{ ...typed, billedAddress: 'a\nb\nc\nd\ne\nf\ng' }, 'postal_address_too_long', 'billedAddress'],
    [{ ...typed, billedTaxNumber: '1'.repeat(61) }, 'label_too_long', 'billedTaxNumber'],
  ])('%j is refused', (wrong, refused, field) => {
    expect(readBilled(wrong)).toMatchObject({ refused, field })
  })

  test('can be corrected for thirty days', () => {
    expect(correctableUntil(null)).toBeNull()
    expect(correctableUntil(new Date('2026-11-01T00:00:00Z'))).toEqual(new Date('2026-12-01T00:00:00Z'))
  })
})
