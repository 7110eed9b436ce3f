import { describe, expect, it } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { settlementKindOf, settlementObstacle } from './settlement.ts'

const deadline = 1_900_000_000
const at = (offset: number) => new Date((deadline + offset) * 1000)
const amount = new Decimal('50.0000001')
const nothing = new Decimal(0)
const toSeller = { seller: amount, buyer: nothing }
const back = { seller: nothing, buyer: amount }
const parted = { seller: new Decimal(20), buyer: new Decimal('30.0000001') }

describe('which way out shares come to', () => {
  it.each(['XLM', 'USDC'] as const)('any on Stellar: %s', (asset) => {
    expect(settlementKindOf({ asset, shares: toSeller })).toBe('release')
    expect(settlementKindOf({ asset, shares: back })).toBe('refund')
    expect(settlementKindOf({ asset, shares: parted })).toBe('division')
  })

  it('all of it to one side on the XRP Ledger, and back by the date alone', () => {
    expect(settlementKindOf({ asset: 'XRP', shares: toSeller })).toBe('release')
    expect(settlementKindOf({ asset: 'XRP', shares: back })).toBe('expiry')
    expect(settlementKindOf({ asset: 'XRP', shares: parted })).toBeNull()
  })
})

describe('a way out may be begun', () => {
  const obstacles = (asset: 'XLM' | 'XRP', shares: typeof back) =>
    [-601, -600, 0, 1].map((offset) => settlementObstacle({ asset, deadline, shares }, at(offset)))

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
