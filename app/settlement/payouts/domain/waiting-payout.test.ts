import { describe, expect, it } from 'vitest'
import { type WaitingPayout, waitingFor, waitingForParties, waitsForPayoutWallet } from './waiting-payout.ts'

const blocked = (purpose: WaitingPayout['purpose'], blockedReason: string): WaitingPayout => ({
  purpose,
  state: 'blocked',
  blockedReason,
})

describe('a payout in the queue', () => {
  it('waits for what the worker has noted, and for its turn where nothing is noted', () => {
    expect(waitingFor({ state: 'queued', waitsFor: 'fees' })).toBe('fees')
    expect(waitingFor({ state: 'queued', waitsFor: null })).toBe('turn')
    for (const state of ['signed', 'submitted', 'confirmed'] as const) {
      expect(waitingFor({ state, waitsFor: null })).toBeNull()
    }
  })

  it('has another trouble first when it is blocked', () => {
    expect(waitingFor({ state: 'blocked', waitsFor: 'stopped' })).toBeNull()
  })

  it('tells its parties no more of our accounts than that one has to be topped up', () => {
    for (const waitsFor of ['cover', 'float']) expect(waitingForParties({ state: 'queued', waitsFor })).toBe('float')
    expect(waitingForParties({ state: 'queued', waitsFor: 'second_operator' })).toBe('second_operator')
  })
})

describe('a release', () => {
  it('waits for a wallet when one is in the way, and never when sending failed', () => {
    expect(waitsForPayoutWallet(blocked('release', 'wallet_is_ours'))).toBe(true)
    expect(waitsForPayoutWallet(blocked('release', 'payout_failed'))).toBe(false)
    expect(waitsForPayoutWallet(blocked('refund', 'wallet_account_missing'))).toBe(false)
    for (const state of ['queued', 'signed', 'submitted', 'confirmed'] as const) {
      expect(waitsForPayoutWallet({ purpose: 'release', state, blockedReason: null })).toBe(false)
    }
  })
})
