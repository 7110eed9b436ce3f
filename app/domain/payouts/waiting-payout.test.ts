import { describe, expect, it } from 'vitest'
import { type WaitingPayout, waitsForPayoutWallet } from './waiting-payout.ts'

const blocked = (purpose: WaitingPayout['purpose'], blockedReason: string): WaitingPayout => ({
  purpose,
  state: 'blocked',
  blockedReason,
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
