import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { LIMIT_SETTINGS, limitAbove, type PayoutLimits, strictestLimits, usdValue } from './payout-limits.ts'

const usd = (value: string) => new Decimal(value)
const NONE: PayoutLimits = { payout: null, hour: null, day: null, directed: null }
const weight = (value: string | null, lastHour = '0', lastDay = lastHour) => ({
  usd: value === null ? null : usd(value),
  lastHour: usd(lastHour),
  lastDay: usd(lastDay),
  directed: null,
})

describe('a payout', () => {
  it('is above nothing where no limit is set, whatever it is worth', () => {
    expect(limitAbove(NONE, weight('99999999'))).toBeNull()
    expect(limitAbove(NONE, weight(null))).toBeNull()
  })

  it('is within a limit up to the last cent of it', () => {
    const limits = { ...NONE, payout: usd('1000'), hour: usd('1500'), day: usd('2000') }
    expect(limitAbove(limits, weight('1000'))).toBeNull()
    expect(limitAbove(limits, weight('1000.01'))).toBe('payout')
    expect(limitAbove(limits, weight('500', '1000'))).toBeNull()
    expect(limitAbove(limits, weight('500.01', '1000'))).toBe('hour')
    expect(limitAbove(limits, weight('500', '0', '1500'))).toBeNull()
    expect(limitAbove(limits, weight('500.01', '0', '1500'))).toBe('day')
  })

  it('cannot slip below a limit by being cut into small ones', () => {
    const limits = { ...NONE, day: usd('1000') }
    let lastDay = usd('0')
    const let_through = Array.from({ length: 20 }, () => {
      const above = limitAbove(limits, { usd: usd('99'), lastHour: usd('0'), lastDay, directed: null })
      if (above === null) lastDay = lastDay.plus(99)
      return above
    })
    expect(let_through.filter((above) => above === null)).toHaveLength(10)
    expect(let_through.at(-1)).toBe('day')
  })

  it('that an operator directs has a limit of a day of its own, and no other payout has it', () => {
    const limits = { ...NONE, directed: usd('500') }
    expect(limitAbove(limits, { ...weight('500'), directed: usd('0') })).toBeNull()
    expect(limitAbove(limits, { ...weight('0.01'), directed: usd('500') })).toBe('directed')
    expect(limitAbove(limits, { ...weight(null), directed: usd('0') })).toBe('price')
    expect(limitAbove(limits, weight('99999999'))).toBeNull()
    expect(limitAbove(limits, weight(null))).toBeNull()
  })

  it('counts as above when nobody knows what it is worth, whichever limit is set', () => {
    for (const limit of ['payout', 'hour', 'day'] as const) {
      expect(limitAbove({ ...NONE, [limit]: usd('1') }, weight(null))).toBe('price')
    }
  })
})

describe('what it is worth', () => {
  const now = new Date('2026-11-22T12:00:00.000Z')
  const reading = (value: string, minutesAgo = 0) => ({
    usd: usd(value),
    fetchedAt: new Date(now.getTime() - minutesAgo * 60_000),
  })
  const worth = (asset: Asset, readings: ReturnType<typeof reading>[], amount = '100') =>
    usdValue({ asset, amount: usd(amount), readings, now })?.toString() ?? null

  it('is reckoned by the higher of two readings, in cents and rounded up', () => {
    expect(worth('XRP', [reading('0.0001'), reading('2.5')])).toBe('250')
    expect(worth('XLM', [reading('0.2500001')], '1.0000001')).toBe('0.26')
  })

  it('is not known by a price that is older than an hour', () => {
    expect(worth('XRP', [reading('2.5', 60)])).toBe('250')
    expect(worth('XRP', [reading('2.5', 61)])).toBeNull()
    expect(worth('XLM', [])).toBeNull()
  })

  it('is a dollar at least for one USDC', () => {
    expect(worth('USDC', [])).toBe('100')
    expect(worth('USDC', [reading('0.2')])).toBe('100')
    expect(worth('USDC', [reading('1.05')])).toBe('105')
  })
})

describe('limits of several processes', () => {
  const limit = fc.option(fc.integer({ min: 1, max: 2_000 }).map((cents) => new Decimal(cents).div(10)))
  const limits = fc.record({ payout: limit, hour: limit, day: limit, directed: limit })
  const stated = (of: PayoutLimits) =>
    Object.fromEntries(LIMIT_NAMES.map((name) => [LIMIT_SETTINGS[name], of[name]?.toFixed() ?? null]))
  const weights = fc.record({
    usd: fc.option(fc.integer({ min: 1, max: 3_000 }).map((cents) => new Decimal(cents).div(10))),
    lastHour: fc.integer({ min: 0, max: 300 }).map((dollars) => new Decimal(dollars)),
    lastDay: fc.integer({ min: 0, max: 300 }).map((dollars) => new Decimal(dollars)),
    directed: fc.option(fc.integer({ min: 0, max: 300 }).map((dollars) => new Decimal(dollars))),
  })
  const LIMIT_NAMES = ['payout', 'hour', 'day', 'directed'] as const

  it('let nothing leave that any of them would have kept, whoever weighs, and keep nothing else', () => {
    fc.assert(
      fc.property(fc.array(limits, { minLength: 1, maxLength: 5 }), weights, (processes, weight) => {
        const isKept = processes.some((one) => limitAbove(one, weight) !== null)
        for (const own of processes) {
          const all = strictestLimits(own, processes.map(stated))
          expect(limitAbove(all, weight) !== null).toBe(isKept)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('are our own where nobody else states any', () => {
    expect(strictestLimits(NONE, [])).toEqual(NONE)
    const own = { ...NONE, day: usd('5') }
    expect(strictestLimits(own, [{ LISTS_MAX_AGE_HOURS: '2' }, { PAYOUT_LIMIT_DAY_USD: null }])).toEqual(own)
  })

  it('are refused where they cannot be read', () => {
    expect(() => strictestLimits(NONE, [{ PAYOUT_LIMIT_USD: 'much' }])).toThrow()
  })
})
