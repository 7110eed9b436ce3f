import { describe, expect, it } from 'vitest'
import type { PayoutPurpose, PayoutState } from '#app/domain/kernel/payout-state.ts'
import { headlineOf, waitsForDate } from './headline.ts'

const payout = (purpose: PayoutPurpose, state: PayoutState, blockedReason: string | null = null) => ({
  purpose,
  state,
  blockedReason,
})
const none = { walletProposal: null }

describe('the sentence above an escrow', () => {
  it('says that money waits until it is signed, and that it is on its way only then', () => {
    expect(headlineOf({ ...none, stage: 'releasing', payouts: [payout('release', 'queued')] })).toBe('waits')
    expect(headlineOf({ ...none, stage: 'refunding', payouts: [payout('refund', 'queued')] })).toBe('waits')
    for (const state of ['signed', 'submitted'] as const) {
      expect(headlineOf({ ...none, stage: 'releasing', payouts: [payout('release', state)] })).toBe('stage')
    }
  })

  it('does not speak of an excess that waits beside a release', () => {
    const payouts = [payout('release', 'submitted'), payout('return', 'queued')]
    expect(headlineOf({ ...none, stage: 'releasing', payouts })).toBe('stage')
  })

  it('says before all else that a person looks into a payment that has failed', () => {
    const payouts = [payout('release', 'blocked', 'payout_failed')]
    const walletProposal = { address: 'G' }
    expect(headlineOf({ stage: 'release_blocked', payouts, walletProposal })).toBe('stuck')
    const wallet = [payout('release', 'blocked', 'wallet_account_missing')]
    expect(headlineOf({ stage: 'release_blocked', payouts: wallet, walletProposal })).toBe('proposal')
    expect(headlineOf({ ...none, stage: 'release_blocked', payouts: wallet })).toBe('stage')
  })

  it('leads to what the ledger holds while nothing is locked, and while a way out waits for a signature', () => {
    const held = { ...none, payouts: [], isHeld: true }
    expect(headlineOf({ ...held, stage: 'awaiting_funds' })).toBe('held')
    expect(headlineOf({ ...held, stage: 'awaiting_confirmation' })).toBe('stage')
    expect(headlineOf({ ...held, stage: 'releasing', asksForSignature: true })).toBe('held')
    expect(headlineOf({ ...held, stage: 'awaiting_funds', isHeld: false })).toBe('stage')
  })

  it('leads there also while no way out is begun, and says before that whose the money is once its date has come', () => {
    const held = { ...none, isHeld: true, stage: 'releasing' } as const
    expect(headlineOf({ ...held, payouts: [] })).toBe('held')
    expect(headlineOf({ ...held, payouts: [payout('release', 'queued')] })).toBe('waits')
    expect(headlineOf({ ...held, payouts: [payout('release', 'submitted')] })).toBe('stage')
    expect(headlineOf({ ...held, payouts: [], asksForSignature: true, isPastDate: true })).toBe('past')
    expect(headlineOf({ ...held, payouts: [], isHeld: false })).toBe('stage')
  })

  it('only XRP that the ledger holds, and that is to go back, waits for a date', () => {
    const of = { stage: 'refunding', payouts: [payout('refund', 'queued')], isHeld: true, currency: 'XRP' } as const
    expect(waitsForDate(of)).toBe(true)
    expect(waitsForDate({ ...of, currency: 'XLM' })).toBe(false)
    expect(waitsForDate({ ...of, isHeld: false })).toBe(false)
    expect(waitsForDate({ ...of, payouts: [payout('refund', 'submitted')] })).toBe(false)
    expect(waitsForDate({ ...of, stage: 'releasing', payouts: [payout('release', 'queued')] })).toBe(false)
  })
})
