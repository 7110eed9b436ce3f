import { describe, expect, it } from 'vitest'
import { Decimal } from '#app/domain/kernel/money.ts'
import type { WaitingPayout } from '#app/domain/payouts/waiting-payout.ts'
import { nextTurn } from './next-turn.ts'

const NOTHING = new Decimal(0)
const blocked = (purpose: WaitingPayout['purpose'], blockedReason: string): WaitingPayout => ({
  purpose,
  state: 'blocked',
  blockedReason,
})

describe('whose turn it is', () => {
  it('is the buyer’s when an escrow is over and still owes something back', () => {
    for (const stage of ['cancelled', 'released', 'refunded', 'split'] as const) {
      expect(nextTurn(stage, { payouts: [], owedBack: new Decimal('0.5'), walletProposal: null })).toBe('buyer')
      expect(nextTurn(stage, { payouts: [], owedBack: NOTHING, walletProposal: null })).toBe('nobody')
    }
  })

  it('stays the seller’s while the escrow goes on, whatever is owed back beside it', () => {
    expect(nextTurn('awaiting_confirmation', { payouts: [], owedBack: new Decimal(3), walletProposal: null })).toBe(
      'seller',
    )
  })

  it('is the payee’s whose wallet is in the way', () => {
    const trustline = 'wallet_trustline_missing'
    expect(
      nextTurn('release_blocked', {
        payouts: [blocked('release', trustline)],
        owedBack: NOTHING,
        walletProposal: null,
      }),
    ).toBe('seller')
    expect(
      nextTurn('refund_blocked', { payouts: [blocked('refund', trustline)], owedBack: NOTHING, walletProposal: null }),
    ).toBe('buyer')
    expect(
      nextTurn('cancelled', { payouts: [blocked('return', trustline)], owedBack: NOTHING, walletProposal: null }),
    ).toBe('buyer')
  })

  it('is the buyer’s while another wallet is proposed for a release, unless no wallet can mend it', () => {
    const walletProposal = { address: 'G', memo: null }
    const waiting = (reason: string) => ({ payouts: [blocked('release', reason)], owedBack: NOTHING, walletProposal })
    expect(nextTurn('release_blocked', waiting('wallet_account_missing'))).toBe('buyer')
    expect(nextTurn('release_blocked', waiting('payout_failed'))).toBe('quayside')
  })

  it('is Quayside’s when sending has failed, for no wallet can mend that', () => {
    for (const purpose of ['release', 'refund', 'return'] as const) {
      const payouts = [blocked(purpose, 'payout_failed')]
      expect(nextTurn('release_blocked', { payouts, owedBack: NOTHING, walletProposal: null })).toBe('quayside')
    }
  })

  it('is the seller’s until the wallet is stated to which the ledger is to give the money, then Quayside’s, then the buyer’s', () => {
    const of = { payouts: [], owedBack: NOTHING, walletProposal: null }
    const turns = (['agree', 'prepare', 'check', 'lock'] as const).map((lockStep) =>
      nextTurn('awaiting_funds', { ...of, held: { lockStep } }),
    )
    expect(turns).toEqual(['seller', 'quayside', 'quayside', 'buyer'])
    expect(nextTurn('awaiting_funds', { ...of, held: null })).toBe('buyer')
  })

  it('is that side’s whose wallet signs what the ledger is to do', () => {
    const turn = (kind: 'release' | 'refund' | 'division' | 'expiry', state = 'collecting') =>
      nextTurn('releasing', {
        payouts: [],
        owedBack: NOTHING,
        walletProposal: null,
        held: { lockStep: 'lock', exit: { kind, state } },
      })
    expect([turn('release'), turn('refund'), turn('division'), turn('expiry')]).toEqual([
      'buyer',
      'seller',
      'buyer',
      'buyer',
    ])
    expect(turn('release', 'sent')).toBe('quayside')
  })
})
