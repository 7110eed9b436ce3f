import { describe, expect, it } from 'vitest'
import type { PayoutPurpose, PayoutState } from '#app/kernel/domain/payout-state.ts'
import { custodyShown } from '#tests/support/onchain/shown-onchain.ts'
import { headlineOf, isMoving } from './headline.ts'

const payout = (purpose: PayoutPurpose, state: PayoutState, blockedReason: string | null = null) => ({
  purpose,
  state,
  blockedReason,
})
const ours = custodyShown('XLM', { custodian: 'platform' })
const none = { walletProposal: null, custody: ours }

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
    expect(headlineOf({ stage: 'release_blocked', payouts, walletProposal, custody: ours })).toBe('stuck')
    const wallet = [payout('release', 'blocked', 'wallet_account_missing')]
    expect(headlineOf({ stage: 'release_blocked', payouts: wallet, walletProposal, custody: ours })).toBe('proposal')
    expect(headlineOf({ ...none, stage: 'release_blocked', payouts: wallet })).toBe('stage')
  })

  it('leads to what the ledger holds while nothing is locked, and while a way out waits for a signature', () => {
    const held = { ...none, payouts: [], custody: custodyShown('XLM', {}) }
    expect(headlineOf({ ...held, stage: 'awaiting_funds' })).toBe('held')
    expect(headlineOf({ ...held, stage: 'awaiting_confirmation' })).toBe('stage')
    const custody = custodyShown('XLM', { isSigning: true })
    expect(headlineOf({ ...held, stage: 'releasing', custody })).toBe('held')
    expect(headlineOf({ ...none, payouts: [], stage: 'awaiting_funds' })).toBe('stage')
  })

  it('leads there also while no way out is begun, and says before that whose the money is once its date has come', () => {
    const held = { ...none, custody: custodyShown('XLM', {}), stage: 'releasing' } as const
    expect(headlineOf({ ...held, payouts: [] })).toBe('held')
    expect(headlineOf({ ...held, payouts: [payout('release', 'queued')] })).toBe('waits')
    expect(headlineOf({ ...held, payouts: [payout('release', 'submitted')] })).toBe('stage')
    const custody = custodyShown('XLM', { isSigning: true, isPast: true })
    expect(headlineOf({ ...held, payouts: [], custody })).toBe('past')
    expect(headlineOf({ ...held, payouts: [], custody: ours })).toBe('stage')
  })

  it('money is under way until it has arrived, but not what only a date gives back', () => {
    const of = { stage: 'refunding', payouts: [payout('refund', 'queued')], custody: custodyShown('XRP', {}) } as const
    expect(isMoving(of)).toBe(false)
    expect(isMoving({ ...of, custody: custodyShown('XLM', {}) })).toBe(true)
    expect(isMoving({ ...of, custody: ours })).toBe(true)
    expect(isMoving({ ...of, payouts: [payout('refund', 'submitted')] })).toBe(true)
    expect(isMoving({ ...of, stage: 'releasing', payouts: [payout('release', 'queued')] })).toBe(true)
    expect(isMoving({ ...of, stage: 'refunded', payouts: [payout('refund', 'confirmed')] })).toBe(false)
  })
})
