import { expect, it } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { feeAskedOf } from './fee-asked.ts'

it('the fee that a payout waits for is told with its asset, and nothing of one that waits for something else', () => {
  const feeAsked = new Decimal('0.0072')
  expect(feeAskedOf({ waitsFor: 'fees', feeAsked, network: 'xrpl' })).toBe('0.0072 XRP')
  expect(feeAskedOf({ waitsFor: 'turn', feeAsked, network: 'xrpl' })).toBeNull()
  expect(feeAskedOf({ waitsFor: 'fees', feeAsked: null, network: 'stellar' })).toBeNull()
})
