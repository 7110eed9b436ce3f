import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { coverOf, feeDifference, feesFor, mostCovered, serviceFeeOf, statedFor } from './service-fee.ts'

const fees = (...amounts: string[]) => amounts.map((amount) => ({ amountUsd: new Decimal(amount) }))
const chosen = (unused: string[], worth: string) =>
  feesFor(fees(...unused), new Decimal(worth))?.map(({ amountUsd }) => amountUsd.toFixed()) ?? null

describe('which fees an escrow uses up', () => {
  test('the one that covers it, up to 5 % more than it was paid for, to the last digit', () => {
    expect(chosen(['48000'], '50400')).toEqual(['48000'])
    expect(chosen(['48000'], '50400.0000001')).toBeNull()
    expect(mostCovered(fees('48000.01')).toFixed()).toBe('50400.0105')
  })

  test('the smallest that covers it alone, so that a large one is not spent on a small trade', () => {
    expect(chosen(['48000', '1000', '12000'], '1050')).toEqual(['1000'])
    expect(chosen(['48000', '1000', '12000'], '1050.01')).toEqual(['12000'])
  })

  test('several together, as few as cover it', () => {
    expect(chosen(['1000', '48000', '12000'], '63000')).toEqual(['48000', '12000'])
    expect(chosen(['1000', '48000', '12000'], '64050.01')).toBeNull()
  })

  test('none where there is none', () => {
    expect(chosen([], '1')).toBeNull()
  })

  const cents = fc.bigInt({ min: 1n, max: 10n ** 12n }).map((n) => new Decimal(n.toString()).div(100))
  const unused = fc.array(
    cents.map((amountUsd) => ({ amountUsd })),
    { maxLength: 6 },
  )

  test('whatever is chosen covers the escrow, and none of it could be left out; else all of it together do not', () => {
    fc.assert(
      fc.property(unused, cents, (all, worth) => {
        const used = feesFor(all, worth)
        if (used === null) return mostCovered(all).lt(worth)
        const needsEach = used.every((fee) => mostCovered(used.filter((other) => other !== fee)).lt(worth))
        return mostCovered(used).gte(worth) && needsEach && new Set(used).size === used.length
      }),
    )
  })

  test('a fee for the difference is enough, however the prices have moved within the 5 %', () => {
    fc.assert(
      fc.property(unused, cents, (all, worth) => {
        if (feesFor(all, worth) !== null) return true
        const difference = feeDifference(all, worth)
        const after = [...all, { amountUsd: difference }]
        return difference.gt(0) && statedFor(after).gte(worth) && feesFor(after, worth.mul('1.04')) !== null
      }),
    )
  })
})

test('what a payer was told stays readable from what the fee covers', () => {
  expect((['once', 'each'] as const).map((setting) => serviceFeeOf(coverOf(setting)))).toEqual(['once', 'each'])
})
