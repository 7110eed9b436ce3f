import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Decimal } from '#app/domain/kernel/money.ts'
import { type ExitRecord, exitKindOf, exitObstacle, hasRight, rightOf } from './exit.ts'

const deadline = 1_900_000_000
const at = (offset: number) => new Date((deadline + offset) * 1000)
const amount = new Decimal('50.0000001')
const nothing = new Decimal(0)
const toSeller = { seller: amount, buyer: nothing }
const back = { seller: nothing, buyer: amount }
const parted = { seller: new Decimal(20), buyer: new Decimal('30.0000001') }
const early = at(-3600)

const locked: ExitRecord = {
  asset: 'USDC',
  deadline,
  amount,
  verifiedAt: early,
  confirmedAt: null,
  isApproved: false,
  disputedAt: null,
  refundOpenedAt: null,
  refundAgreed: false,
  decided: null,
  reduced: null,
}
const due = { ...locked, confirmedAt: early, isApproved: true }

describe('which way out shares come to', () => {
  it.each(['XLM', 'USDC'] as const)('any on Stellar: %s', (asset) => {
    expect(exitKindOf({ asset, shares: toSeller })).toBe('release')
    expect(exitKindOf({ asset, shares: back })).toBe('refund')
    expect(exitKindOf({ asset, shares: parted })).toBe('division')
  })

  it('all of it to one side on the XRP Ledger, and back by the date alone', () => {
    expect(exitKindOf({ asset: 'XRP', shares: toSeller })).toBe('release')
    expect(exitKindOf({ asset: 'XRP', shares: back })).toBe('expiry')
    expect(exitKindOf({ asset: 'XRP', shares: parted })).toBeNull()
  })
})

describe('a way out may be begun', () => {
  const obstacles = (asset: 'XLM' | 'XRP', shares: typeof back) =>
    [-601, -600, 0, 1].map((offset) => exitObstacle({ asset, deadline, shares }, at(offset)))

  it('until ten minutes before the date', () => {
    const near = [null, 'date_near', 'date_near', 'date_near']
    for (const shares of [toSeller, back, parted]) expect(obstacles('XLM', shares)).toEqual(near)
    expect(obstacles('XRP', toSeller)).toEqual(near)
  })

  it('at any time on the XRP Ledger when the date itself brings it back, and never for shares', () => {
    expect(obstacles('XRP', back)).toEqual([null, null, null, null])
    expect(obstacles('XRP', parted)).toEqual(Array(4).fill('not_divided'))
  })
})

describe('the record gives the money', () => {
  it.each<[string, ExitRecord, typeof back | null]>([
    ['to nobody while nothing is locked', { ...due, verifiedAt: null, decided: back }, null],
    ['to nobody while nothing is confirmed', { ...locked, isApproved: true }, null],
    ['to nobody while nothing is approved', { ...locked, confirmedAt: early }, null],
    ['to the seller by the three facts', due, toSeller],
    ['to nobody in a dispute', { ...due, disputedAt: early }, null],
    ['to the buyer when the seller agreed', { ...locked, refundAgreed: true }, back],
    ['to the buyer when nothing was presented', { ...locked, refundOpenedAt: early }, back],
    ['to nobody in a dispute about that', { ...locked, refundAgreed: true, disputedAt: early }, null],
    ['to whom the operator decided, whatever the facts', { ...due, decided: back }, back],
    ['to both as settled', { ...locked, decided: parted }, parted],
    ['to both at the lower price once approved', { ...due, reduced: parted }, parted],
    ['to nobody at a lower price that waits', { ...locked, reduced: parted }, null],
    ['as decided later than a lower price', { ...due, reduced: parted, decided: toSeller }, toSeller],
  ])('%s', (_, record, shares) => {
    expect(rightOf(record)).toEqual(shares)
  })

  const wholes = fc.bigInt({ min: 2n, max: 10n ** 18n })
  it('wholly: whatever gives the right, the shares are the amount, and only that way out has it', () => {
    fc.assert(
      fc.property(wholes, wholes, fc.boolean(), fc.boolean(), fc.boolean(), (units, part, agreed, isDivided, isDue) => {
        fc.pre(part < units)
        const whole = new Decimal(units.toString()).div(10_000_000)
        const seller = new Decimal(part.toString()).div(10_000_000)
        const shares = { seller, buyer: whole.minus(seller) }
        const facts = { refundAgreed: agreed && !isDue, decided: isDivided ? shares : null }
        const record = { ...(isDue ? due : locked), amount: whole, ...facts }
        const right = rightOf(record)
        expect(right === null).toBe(!(agreed || isDivided || isDue))
        if (!right) return
        expect(right.seller.plus(right.buyer).eq(whole)).toBe(true)
        const kind = exitKindOf({ asset: record.asset, shares: right })
        if (kind === null) throw new Error('Stellar divides')
        expect(hasRight(record, { kind, shares: right }, early)).toBe(true)
        const more = { seller: right.seller.plus('0.0000001'), buyer: right.buyer.minus('0.0000001') }
        expect(hasRight(record, { kind, shares: more }, early)).toBe(false)
        for (const other of (['release', 'refund', 'division', 'expiry'] as const).filter((name) => name !== kind)) {
          expect(hasRight(record, { kind: other, shares: right }, early)).toBe(false)
        }
      }),
    )
  })

  it('to the buyer by the date alone, from its second on Stellar and after it on the XRP Ledger', () => {
    const expiry = { kind: 'expiry' as const, shares: back }
    const has = (record: ExitRecord) => [-1, 0, 1].map((offset) => hasRight(record, expiry, at(offset)))
    expect(has(due)).toEqual([false, true, true])
    expect(has({ ...due, asset: 'XRP' })).toEqual([false, false, true])
    expect(has({ ...locked, asset: 'XRP', refundAgreed: true })).toEqual([true, true, true])
    expect(hasRight(due, { kind: 'expiry', shares: parted }, at(1))).toBe(false)
  })
})
