import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { type JumpReading, type WeighedJump, weighReading } from './price-jump.ts'

const start = Date.parse('2026-11-20T12:00:00Z')
const read = (usd: Decimal.Value, seconds: number): JumpReading => ({
  usd: new Decimal(usd),
  at: new Date(start + seconds * 1000),
})
const NOTHING: WeighedJump = { accepted: null, jump: null }
const heard = (...readings: JumpReading[]) => readings.reduce(weighReading, NOTHING)

describe('a reading', () => {
  test('is accepted when it is the first, or has moved by a fifth at most', () => {
    expect(heard(read('0.1', 0)).jump).toBeNull()
    expect(heard(read('0.1', 0), read('0.12', 60)).accepted?.usd.toFixed()).toBe('0.12')
    expect(heard(read('0.1', 0), read('0.08', 60)).accepted?.usd.toFixed()).toBe('0.08')
  })

  test('that has moved by more waits for a second one a minute later', () => {
    const first = heard(read('0.1', 0), read('100', 60))
    expect([first.accepted?.usd.toFixed(), first.jump?.usd.toFixed()]).toEqual(['0.1', '100'])
    const tooSoon = weighReading(first, read('100', 70))
    expect(tooSoon.jump?.at).toEqual(first.jump?.at)
    expect(weighReading(first, read('101', 120))).toEqual({ accepted: read('101', 120), jump: null })
  })

  test('that comes back is accepted, and one that jumps on begins anew', () => {
    const jumped = heard(read('0.1', 0), read('100', 60))
    expect(weighReading(jumped, read('0.1', 120))).toEqual({ accepted: read('0.1', 120), jump: null })
    expect(weighReading(jumped, read('500', 120)).jump).toEqual(read('500', 120))
  })

  test('is no jump when the last price is more than an hour old', () => {
    expect(heard(read('0.1', 0), read('100', 3_601)).jump).toBeNull()
    expect(heard(read('0.1', 0), read('100', 3_600)).jump).not.toBeNull()
  })
})

test('no single reading, whatever it says, is reckoned with when it lies far off the last', () => {
  const usd = fc.integer({ min: 1, max: 1_000_000 })
  fc.assert(
    fc.property(usd, usd, fc.integer({ min: 1, max: 3_600 }), (last, next, seconds) => {
      const { accepted } = heard(read(last, 0), read(next, seconds))
      const isNear = Math.abs(next - last) * 5 <= last
      expect(accepted?.usd.toFixed()).toBe(String(isNear ? next : last))
    }),
  )
})
