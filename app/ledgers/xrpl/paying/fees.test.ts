import { describe, expect, it } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { chooseFee, feeCapOf, feesAsked } from './fees.ts'

const CAPS = { usual: 10_000, urgent: 100_000, nearDate: 150_000 }
const asked = (open: number, queue = 10) => ({ open: new Decimal(open), queue: new Decimal(queue) })
const drops = (xrp: number) => new Decimal(xrp).times(1_000_000)

describe('the most that a transaction may cost', () => {
  it('goes by its age', () => {
    expect(feeCapOf(CAPS, {})).toBe(10_000)
    expect(feeCapOf(CAPS, { isUrgent: true })).toBe(100_000)
    expect(feeCapOf(CAPS, { isNearDate: true })).toBe(150_000)
    expect(feeCapOf({ usual: 1, urgent: 2 }, { isNearDate: true })).toBe(2)
  })

  it('goes by what it moves, and never below the usual cap', () => {
    expect(feeCapOf(CAPS, { isUrgent: true, value: drops(5) })).toBe(50_000)
    expect(feeCapOf(CAPS, { isUrgent: true, value: drops(1_000) })).toBe(100_000)
    expect(feeCapOf(CAPS, { isUrgent: true, value: drops(0.01) })).toBe(10_000)
    expect(feeCapOf(CAPS, { value: drops(0.01) })).toBe(10_000)
    expect(feeCapOf(CAPS, { isNearDate: true, value: drops(1) })).toBe(100_000)
  })
})

describe('the fee that is signed', () => {
  it('pays for the open ledger where it may, with a cushion', () => {
    expect(chooseFee(asked(10), 10_000)?.toNumber()).toBe(12)
    // A real server goes from 10 drops to 500 times as many at once.
    expect(chooseFee(asked(5_000), 10_000)?.toNumber()).toBe(6_000)
  })

  it('else bids the cap, and waits in the queue', () => {
    expect(chooseFee(asked(135_200), 10_000)?.toNumber()).toBe(10_000)
  })

  it('is none where the queue asks for more, too', () => {
    expect(chooseFee(asked(135_200, 9_000), 10_000)).toBeNull()
  })
})

it('a server under load asks for more of everybody', () => {
  const fee = { base_fee: '10', minimum_fee: '10', open_ledger_fee: '10' }
  expect(feesAsked(fee, { load_base: 256, load_factor_server: 256 }).open.toNumber()).toBe(10)
  const loaded = feesAsked(fee, { load_base: 256, load_factor_server: 1_000 })
  expect([loaded.open.toNumber(), loaded.queue.toNumber()]).toEqual([40, 40])
})
