import { expect, test } from 'vitest'
import type { EscrowFacts } from './escrow.ts'
import { isOpenInvitation } from './invitation.ts'

const now = new Date('2026-11-24T12:00:00Z')
const later = new Date(now.getTime() + 1)
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
const invitation = { email: 'kofi@example.org', expiresAt: later }
const escrow = { sellerEmail: 'kofi@example.org', sellerId: null, facts }

test('the link shows the trade, funded or not', () => {
  expect(isOpenInvitation(invitation, escrow, now)).toBe(true)
  expect(isOpenInvitation(invitation, { ...escrow, facts: { ...facts, verifiedAt: now } }, now)).toBe(true)
})

test('it shows the trade while a refund is asked for or a dispute is open, whose letters lead to it', () => {
  const funded = { ...facts, verifiedAt: now }
  for (const waiting of [{ refundAskedAt: now }, { disputedAt: now }]) {
    expect(isOpenInvitation(invitation, { ...escrow, facts: { ...funded, ...waiting } }, now)).toBe(true)
  }
})

test.each([
  ['its time is over', { ...invitation, expiresAt: now }, escrow],
  ['a seller is bound', invitation, { ...escrow, sellerId: 'somebody' }],
  ['another address is named', invitation, { ...escrow, sellerEmail: 'ama@example.org' }],
  ['it is called off', invitation, { ...escrow, facts: { ...facts, cancelledAt: now } }],
  ['the shipment is confirmed', invitation, { ...escrow, facts: { ...facts, confirmedAt: now } }],
])('it shows nothing when %s', (_, link, named) => {
  expect(isOpenInvitation(link, named, now)).toBe(false)
})
