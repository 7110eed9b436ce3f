import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EscrowFacts } from '#app/escrow/domain/escrow.ts'
import { Decimal, parseAmount, plain } from '#app/kernel/domain/money.ts'
import { divisibleAs, divisionAnswerOf, divisionKindOf, isNothing, mayPropose, sharesOfDivision } from './division.ts'

const d = (text: string) => new Decimal(text)
const AT = new Date('2026-11-24T10:00:00Z')

describe('the shares of a division', () => {
  test.each([6, 7])('sum to the amount exactly, with %i places', (places) => {
    const unit = d('10').pow(-places)
    const units = fc.bigInt({ min: 0n, max: 10n ** 17n })
    fc.assert(
      fc.property(units, units, (one, other) => {
        const amount = d((one + other).toString()).times(unit)
        const sellerAmount = d(one.toString()).times(unit)
        const shares = sharesOfDivision('offer', { amount, sellerAmount })
        expect(shares && plain(shares.seller.plus(shares.buyer))).toBe(plain(amount))
        expect(shares && plain(shares.seller)).toBe(plain(sellerAmount))
        // A share's text says the same, so nothing is lost in a form or a column.
        const asset = places === 6 ? 'XRP' : 'XLM'
        for (const share of [shares?.seller, shares?.buyer]) {
          if (share?.gt(0) && share.lt(1e10)) expect(parseAmount(plain(share), asset)?.eq(share)).toBe(true)
        }
        const reduced = sharesOfDivision('reduction', { amount, sellerAmount })
        expect(reduced === null).toBe(one === 0n || other === 0n)
      }),
    )
  })

  test('nobody gets less than nothing, or more than there is', () => {
    for (const sellerAmount of [null, d('-0.0000001'), d('100.5000001')]) {
      expect(sharesOfDivision('offer', { amount: d('100.5'), sellerAmount })).toBeNull()
    }
  })

  test('in a dispute all may go to one side; at a lower price both get something', () => {
    const amount = d('100.5')
    for (const sellerAmount of [d('0'), amount]) {
      expect(sharesOfDivision('offer', { amount, sellerAmount })).toMatchObject({ seller: sellerAmount })
      expect(sharesOfDivision('reduction', { amount, sellerAmount })).toBeNull()
    }
  })

  test.each([
    ['0', true],
    ['0.000', true],
    ['00', true],
    ['0.0000001', false],
    ['', false],
    ['.', false],
  ])('%j is nothing: %s', (text, is) => expect(isNothing(text)).toBe(is))
})

describe('what can be agreed on', () => {
  const facts: EscrowFacts = {
    verifiedAt: AT,
    confirmedAt: AT,
    approval: 'Pending',
    releaseState: null,
    refundState: null,
    releasedAt: null,
    cancelledAt: null,
    refundAskedAt: null,
    disputedAt: null,
  }
  test.each<[string, Partial<EscrowFacts>, string | null]>([
    ['a lower price, while documents wait', {}, 'reduction'],
    ['and when they were rejected', { approval: 'Rejected' }, 'reduction'],
    ['also while a refund is asked for', { refundAskedAt: AT }, 'reduction'],
    ['nothing before the money is here', { verifiedAt: null }, null],
    ['nothing before documents are presented', { confirmedAt: null }, null],
    ['nothing when they are approved', { approval: 'Approved' }, null],
    ['nothing when the refund is open', { refundOpenedAt: AT }, null],
    ['an offer, in a dispute', { disputedAt: AT }, 'offer'],
    ['also before anything was presented', { disputedAt: AT, confirmedAt: null }, 'offer'],
    ['nothing when it is paid', { disputedAt: AT, releaseState: 'queued' }, null],
    ['nothing when it goes back', { refundState: 'signed' }, null],
    ['nothing when it was called off', { cancelledAt: AT, verifiedAt: null }, null],
  ])('%s', (_, changes, kind) => expect(divisibleAs({ ...facts, ...changes })).toBe(kind))

  test('only a buyer offers a lower price', () => {
    expect(mayPropose('reduction', 'seller')).toBe(false)
    expect(mayPropose('reduction', 'buyer')).toBe(true)
    expect(mayPropose('offer', 'seller')).toBe(true)
  })

  test('the words of the database are known ones', () => {
    expect(divisionKindOf('offer')).toBe('offer')
    expect(() => divisionKindOf('gift')).toThrow('gift')
    expect([divisionAnswerOf('agreed'), divisionAnswerOf(null)]).toEqual(['agreed', null])
  })
})
