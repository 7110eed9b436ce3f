import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quantile } from './measures.ts'
import { lastPeriods, startOf } from './periods.ts'

const day = (text: string) => new Date(`${text}T13:45:00Z`)

test.each([
  ['day', '2026-11-24', '2026-11-24'],
  ['week', '2026-11-24', '2026-11-23'],
  ['week', '2026-11-22', '2026-11-16'],
  ['week', '2027-01-01', '2026-12-28'],
  ['month', '2026-11-24', '2026-11-01'],
] as const)('the %s of %s begins on %s', (period, of, start) => expect(startOf(period, day(of))).toBe(start))

test('periods follow one another without a gap, up to today’s', () => {
  expect(lastPeriods('month', day('2026-03-31')).slice(-3)).toEqual(['2026-01-01', '2026-02-01', '2026-03-01'])
  expect(lastPeriods('week', day('2026-03-03')).slice(-2)).toEqual(['2026-02-23', '2026-03-02'])
  expect(lastPeriods('day', day('2026-03-01')).slice(-2)).toEqual(['2026-02-28', '2026-03-01'])
  expect(['day', 'week', 'month'].map((each) => lastPeriods(each as 'day', day('2026-03-01')).length)).toEqual([
    30, 26, 24,
  ])
})

test('what is read from bins is right to a tenth', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 60, max: 10_000_000 }), { minLength: 1, maxLength: 60 }),
      fc.constantFrom(0.5, 0.9),
      (seconds, share) => {
        const bins = new Map<number, number>()
        for (const each of seconds) {
          const bin = Math.floor(8 * Math.log2(each))
          bins.set(bin, (bins.get(bin) ?? 0) + 1)
        }
        const exact = seconds.toSorted((a, b) => a - b)[Math.ceil(seconds.length * share) - 1] ?? 0
        expect(Math.abs((quantile(bins, share) ?? 0) / exact - 1)).toBeLessThan(0.1)
      },
    ),
  )
  expect(quantile(new Map(), 0.5)).toBeNull()
})
