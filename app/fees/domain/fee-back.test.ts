import { describe, expect, test } from 'vitest'
import { feeBackState, isOfQuote, takesWallet } from './fee-back.ts'

const owed = { isClosed: false, end: null, hasWallet: false, payout: null }
const payout = (
  state: 'queued' | 'signed' | 'submitted' | 'confirmed' | 'blocked',
  blockedReason: string | null = null,
) => ({
  ...owed,
  isClosed: true,
  end: 'paid_back',
  hasWallet: true,
  payout: { state, blockedReason },
})

describe('how far money is on its way back', () => {
  test.each([
    [owed, 'owed'],
    [{ ...owed, hasWallet: true }, 'stated'],
    [payout('queued'), 'under_way'],
    [payout('signed'), 'under_way'],
    [payout('submitted'), 'under_way'],
    [payout('blocked', 'wallet_trustline_missing'), 'blocked'],
    [payout('blocked', 'payout_failed'), 'failed'],
    [payout('confirmed'), 'sent'],
    [{ ...owed, isClosed: true, end: 'by_hand' }, 'by_hand'],
    [{ ...owed, isClosed: true, end: 'kept', hasWallet: true }, 'kept'],
    // It counted after all.
    [{ ...owed, isClosed: true }, null],
  ] as const)('%j is %s', (standing, state) => {
    expect(feeBackState(standing)).toBe(state)
  })

  test('a wallet is taken while no payout can reach one', () => {
    expect((['owed', 'stated', 'blocked'] as const).every(takesWallet)).toBe(true)
    expect((['under_way', 'failed', 'sent', 'by_hand', 'kept'] as const).some(takesWallet)).toBe(false)
  })
})

test('an excess is the fee’s, and a payment in another currency its own', () => {
  expect(isOfQuote('fee_over')).toBe(true)
  expect(isOfQuote('wrong_asset')).toBe(false)
})
