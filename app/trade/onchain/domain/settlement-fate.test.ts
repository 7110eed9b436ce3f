import { describe, expect, it } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { SETTLEMENT_KINDS } from '#app/settlement/custody/domain/settlement.ts'
import { END_OF, endOfClaim, endOfEscrow, endOfOther, mayFollow, whyDead } from './settlement-fate.ts'

const terms = { amount: new Decimal('50.0000001'), buyerWallet: 'GBUYER', sellerWallet: 'GSELLER' }
const claim = (...paid: [string, string][]) => ({
  claimant: 'GACCOUNT',
  paid: paid.map(([address, amount]) => ({ address, amount })),
})

describe('the end of a balance', () => {
  it('is an expiry when the buyer claims it, whatever else was paid', () => {
    expect(endOfClaim(terms, { claimant: 'GBUYER', paid: [] })).toBe('expired')
  })

  it.each([
    ['released', claim(['GSELLER', '50.0000001'])],
    ['released', claim(['GSELLER', '30'], ['GSELLER', '20.0000001'])],
    ['refunded', claim(['GBUYER', '50.0000001'])],
    ['divided', claim(['GSELLER', '50'], ['GBUYER', '0.0000001'])],
    ['divided', claim(['GSELLER', '50'])],
    ['divided', claim(['GOTHER', '50.0000001'])],
    ['divided', claim()],
  ] as const)('is %s by what the two sides were paid', (end, claimed) => {
    expect(endOfClaim(terms, claimed)).toBe(end)
  })

  it.each([
    ['refunded', claim(['GBUYER', '7'])],
    ['released', claim(['GSELLER', '7'])],
    ['divided', claim(['GSELLER', '3'], ['GBUYER', '4'])],
    ['divided', claim(['GOTHER', '7'])],
    ['expired', { claimant: 'GBUYER', paid: [] }],
  ] as const)('that does not count is %s, however much it held', (end, claimed) => {
    expect(endOfOther(terms, claimed)).toBe(end)
  })

  it('of the XRP Ledger is with the seller or back', () => {
    expect(endOfEscrow({ kind: 'finished' })).toBe('released')
    expect(endOfEscrow({ kind: 'cancelled' })).toBe('expired')
    expect(new Set(SETTLEMENT_KINDS.map((kind) => END_OF[kind])).size).toBe(4)
  })
})

describe('what was described', () => {
  const exit = { sequence: '42', maxTime: 1_900_000_000 }
  const at = (seconds: number) => new Date(seconds * 1000)

  it('lives while its number is the next one, to its last second', () => {
    expect(whyDead(exit, { nextSequence: '42', closedAt: at(exit.maxTime) })).toBeNull()
    expect(whyDead(exit, { nextSequence: '42', closedAt: at(exit.maxTime + 1) })).toBe('too_late')
    expect(whyDead(exit, { nextSequence: '43', closedAt: at(0) })).toBe('sequence_used')
    expect(whyDead(exit, { nextSequence: null, closedAt: at(0) })).toBe('sequence_used')
    expect(whyDead(exit, { nextSequence: null, closedAt: at(exit.maxTime + 1) })).toBe('too_late')
  })

  it('is followed by another one unless the date decides', () => {
    expect(['sequence_used', 'superseded', 'op_no_trust'].map(mayFollow)).toEqual([true, true, true])
    expect(mayFollow('too_late')).toBe(false)
  })
})
