import { describe, expect, it } from 'vitest'
import { stageOf } from './escrow.ts'
import { leavingOf, type OnchainState, onchainStates } from './onchain-state.ts'

const facts = (state: OnchainState) => ({
  verifiedAt: new Date(0),
  confirmedAt: null,
  approval: 'Pending' as const,
  releasedAt: null,
  cancelledAt: null,
  refundAskedAt: null,
  disputedAt: null,
  ...onchainStates(state),
})

describe('an escrow that the ledger holds shows', () => {
  it('what is on its way while signatures are collected, and after', () => {
    for (const state of ['collecting', 'ready', 'submitted'] as const) {
      expect(stageOf(facts({ exit: { kind: 'release', state }, end: null }))).toBe('releasing')
      expect(stageOf(facts({ exit: { kind: 'refund', state }, end: null }))).toBe('refunding')
      expect(stageOf(facts({ exit: { kind: 'expiry', state }, end: null }))).toBe('refunding')
      expect(stageOf(facts({ exit: { kind: 'division', state }, end: null }))).toBe('splitting')
    }
  })

  it.each([
    ['released', 'released'],
    ['refunded', 'refunded'],
    ['expired', 'refunded'],
    ['divided', 'split'],
  ] as const)('what the ledger says: %s', (end, stage) => {
    expect(stageOf(facts({ exit: null, end }))).toBe(stage)
    expect(stageOf(facts({ exit: { kind: 'release', state: 'collecting' }, end }))).toBe(stage)
  })

  it('nothing of its own while nothing was begun', () => {
    expect(stageOf(facts({ exit: null, end: null }))).toBe('awaiting_confirmation')
  })

  it('and what leaves it as payouts would, to the seller first', () => {
    const exit = { kind: 'division', state: 'submitted' } as const
    const both = ['release', 'refund'].map((purpose) => ({ purpose, state: 'submitted', blockedReason: null }))
    expect(leavingOf({ exit, end: null })).toEqual(both)
    expect(leavingOf({ exit: null, end: 'expired' })).toEqual([
      { purpose: 'refund', state: 'confirmed', blockedReason: null },
    ])
    expect(leavingOf({ exit: null, end: null })).toEqual([])
  })
})
