import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { depositState } from './deposit.ts'

const d = (text: string) => new Decimal(text)

describe('what arrived against what is due', () => {
  test.each([
    ['100', '0', 'none', '100', '0'],
    // The smallest amount, which is within the tolerance of nothing.
    ['0.0000001', '0', 'none', '0.0000001', '0'],
    ['0.0000001', '0.0000001', 'exact', '0', '0'],
    ['100', '40', 'short', '60', '0'],
    ['100', '99.9999998', 'short', '0.0000002', '0'],
    ['100', '99.9999999', 'exact', '0', '0'],
    ['100', '100', 'exact', '0', '0'],
    ['100', '100.0000001', 'exact', '0', '0'],
    ['100', '100.0000002', 'over', '0', '0.0000002'],
    ['100000', '99999.9999998', 'short', '0.0000002', '0'],
  ])('due %s, received %s: %s', (due, received, state, stillDue, excess) => {
    const deposit = depositState({ due: d(due), received: d(received) })
    expect([deposit.state, deposit.stillDue.toFixed(), deposit.excess.toFixed()]).toEqual([state, stillDue, excess])
  })

  test('no stroop is lost: due less what is missing plus what is over is what was received', () => {
    const stroops = fc.bigInt({ min: 1n, max: 10n ** 18n }).map((value) => d(value.toString()).div(10_000_000))
    fc.assert(
      fc.property(stroops, stroops, (due, received) => {
        const { stillDue, excess } = depositState({ due, received })
        expect(due.minus(stillDue).plus(excess).minus(received).abs().lte('1e-7')).toBe(true)
        expect(stillDue.gte(0) && excess.gte(0) && (stillDue.isZero() || excess.isZero())).toBe(true)
      }),
    )
  })
})
