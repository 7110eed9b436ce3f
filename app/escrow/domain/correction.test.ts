import { describe, expect, it } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { canCorrect } from './correction.ts'
import type { EscrowFacts } from './escrow.ts'

const at = new Date('2026-11-23T08:00:00Z')
const facts: EscrowFacts = {
  verifiedAt: null,
  confirmedAt: null,
  approval: 'Pending',
  releasedAt: null,
  releaseState: null,
  refundState: null,
  cancelledAt: null,
  refundAskedAt: null,
  disputedAt: null,
}
const untouched = { facts, sellerId: null, receivedAmount: new Decimal(0) }

describe('an escrow is corrected', () => {
  it('while nothing has happened to it', () => expect(canCorrect(untouched)).toBe(true))

  it.each([
    ['a part has arrived', { receivedAmount: new Decimal('0.0000001') }],
    ['a seller is bound', { sellerId: 'x' }],
    ['it is funded', { facts: { ...facts, verifiedAt: at } }],
    ['the seller has confirmed', { facts: { ...facts, confirmedAt: at } }],
    ['it is called off', { facts: { ...facts, cancelledAt: at } }],
  ])('and no more when %s', (_, changes) => expect(canCorrect({ ...untouched, ...changes })).toBe(false))
})
