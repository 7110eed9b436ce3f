import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { assertSettlement, isShareSetAside, type OnchainSettlement, settlementOf, sumOfShares } from './settlement.ts'
import type { OnchainTerms } from './terms.ts'

const terms: OnchainTerms = {
  asset: 'USDC',
  amount: new Decimal('50.0000001'),
  buyerWallet: 'GBUYER',
  sellerWallet: 'GSELLER',
  sellerTag: null,
  deadline: 1_900_000_000,
  reference: '1234567890',
}
const from = { account: 'GHELD', sequence: '7', balanceId: '00' }

describe('a way out', () => {
  it('pays one side all of it, or back', () => {
    expect(settlementOf(terms, 'release', from).shares).toEqual([{ address: 'GSELLER', amount: '50.0000001' }])
    expect(settlementOf(terms, 'refund', from).shares).toEqual([{ address: 'GBUYER', amount: '50.0000001' }])
  })

  it('ends ten minutes before the date unless the parties go by themselves, and closes nothing', () => {
    const rest = { asset: 'USDC', ...from, closesInto: null }
    expect(settlementOf(terms, 'release', from)).toMatchObject({ ...rest, maxTime: terms.deadline - 600 })
    const own = settlementOf(terms, 'release', { ...from, maxTime: terms.deadline - 1 })
    expect(own).toMatchObject({ ...rest, maxTime: terms.deadline - 1 })
  })

  it('pays a single wallet, and sets aside for two, of whom each could stop the other', () => {
    const areSetAside = (exit: OnchainSettlement) => exit.shares.map(isShareSetAside)
    const lent = { ...from, sponsor: 'GSPONSOR' }
    expect(areSetAside(settlementOf(terms, 'release', lent))).toEqual([false])
    expect(settlementOf(terms, 'release', lent).sponsor).toBeUndefined()
    expect(settlementOf(terms, 'release', { ...lent, isSetAside: true })).toMatchObject({ sponsor: 'GSPONSOR' })
    expect(areSetAside(settlementOf(terms, 'release', { ...lent, isSetAside: true }))).toEqual([true])
    expect(areSetAside(settlementOf(terms, { toSeller: new Decimal(20) }, lent))).toEqual([true, true])
    expect(areSetAside(settlementOf(terms, { toSeller: new Decimal(20) }, from))).toEqual([false, false])
  })

  it('divides without losing or making a unit', () => {
    const units = fc.bigInt({ min: 2n, max: 10n ** 19n })
    fc.assert(
      fc.property(units, fc.bigInt({ min: 1n, max: 10n ** 19n }), (whole, part) => {
        fc.pre(part < whole)
        const amount = new Decimal(whole.toString()).div(10_000_000)
        const toSeller = new Decimal(part.toString()).div(10_000_000)
        const { shares } = settlementOf({ ...terms, amount }, { toSeller }, from)
        expect(sumOfShares(shares).eq(amount)).toBe(true)
        expect(shares.map(({ address }) => address)).toEqual(['GSELLER', 'GBUYER'])
        expect(shares.every((share) => /^\d+(\.\d{1,7})?$/.test(share.amount))).toBe(true)
      }),
    )
  })

  it.each(['0', '50.0000001', '51', '-1'])('gives something to both: not %s to the seller', (toSeller) => {
    expect(() => settlementOf(terms, { toSeller: new Decimal(toSeller) }, from)).toThrow()
  })

  it('is none of the XRP Ledger', () => {
    expect(() => settlementOf({ ...terms, asset: 'XRP' }, 'release', from)).toThrow()
  })
})

describe('before the arbiter signs', () => {
  const right = settlementOf(terms, { toSeller: new Decimal(20) }, from)
  const trustees = { sponsor: 'GSPONSOR' }

  it('every way out of the terms is one', () => {
    for (const kind of ['release', 'refund', { toSeller: new Decimal('0.0000001') }] as const) {
      expect(() => assertSettlement(terms, settlementOf(terms, kind, from), trustees)).not.toThrow()
      const lent = { ...from, ...trustees, isSetAside: true }
      expect(() => assertSettlement(terms, settlementOf(terms, kind, lent), trustees)).not.toThrow()
    }
    expect(() => assertSettlement(terms, { ...right, closesInto: 'GBUYER' }, trustees)).not.toThrow()
  })

  it.each<[string, Partial<OnchainSettlement>]>([
    ['another asset', { asset: 'XLM' }],
    ['somebody else', { shares: [{ address: 'GOTHER', amount: '50.0000001' }] }],
    ['a part to somebody else', { shares: [...right.shares.slice(1), { address: 'GOTHER', amount: '20' }] }],
    ['nobody', { shares: [] }],
    ['less', { shares: [{ address: 'GSELLER', amount: '50' }] }],
    ['more', { shares: [{ address: 'GSELLER', amount: '50.0000002' }] }],
    [
      'less than nothing',
      {
        shares: [
          { address: 'GSELLER', amount: '51.0000001' },
          { address: 'GBUYER', amount: '-1' },
        ],
      },
    ],
    ['a rest for somebody else', { closesInto: 'GOTHER' }],
    ['a reserve that nobody needs', { sponsor: 'GSPONSOR' }],
    [
      'a reserve of somebody else',
      { ...settlementOf(terms, 'release', { ...from, sponsor: 'GOTHER', isSetAside: true }) },
    ],
    ['a reserve of nobody', { shares: right.shares.map((share) => ({ ...share, isSetAside: true as const })) }],
    ['a later end', { maxTime: terms.deadline - 599 }],
  ])('%s is none', (_what, about) => {
    expect(() => assertSettlement(terms, { ...right, ...about }, trustees)).toThrow()
  })
})
