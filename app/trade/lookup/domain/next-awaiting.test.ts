import { describe, expect, it } from 'vitest'
import type { Stage } from '#app/escrow/domain/escrow.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { WaitingPayout } from '#app/settlement/payouts/domain/waiting-payout.ts'
import { type AwaitedStep, nextAwaiting } from './next-awaiting.ts'

const NOTHING = new Decimal(0)
const NOW = new Date('2027-01-01T00:00:00Z')
const OURS = { currency: 'XLM', held: null } as const
const kept = { currency: 'XLM', held: { deadline: new Date('2027-02-01T00:00:00Z'), lock: null, exit: null } } as const
const awaitingIn = (stage: Stage, of: Omit<AwaitedStep, 'currency' | 'held'> & Partial<AwaitedStep>) =>
  nextAwaiting(stage, { ...OURS, ...of }, NOW)
const blocked = (purpose: WaitingPayout['purpose'], blockedReason: string): WaitingPayout => ({
  purpose,
  state: 'blocked',
  blockedReason,
})

describe('whose turn it is', () => {
  it('is the buyer’s when an escrow is over and still owes something back', () => {
    for (const stage of ['cancelled', 'released', 'refunded', 'split'] as const) {
      expect(awaitingIn(stage, { payouts: [], owedBack: new Decimal('0.5'), walletProposal: null })).toBe('buyer')
      expect(awaitingIn(stage, { payouts: [], owedBack: NOTHING, walletProposal: null })).toBe('nobody')
    }
  })

  it('stays the seller’s while the escrow goes on, whatever is owed back beside it', () => {
    expect(awaitingIn('awaiting_confirmation', { payouts: [], owedBack: new Decimal(3), walletProposal: null })).toBe(
      'seller',
    )
  })

  it('is the payee’s whose wallet is in the way', () => {
    const trustline = 'wallet_trustline_missing'
    expect(
      awaitingIn('release_blocked', {
        payouts: [blocked('release', trustline)],
        owedBack: NOTHING,
        walletProposal: null,
      }),
    ).toBe('seller')
    expect(
      awaitingIn('refund_blocked', {
        payouts: [blocked('refund', trustline)],
        owedBack: NOTHING,
        walletProposal: null,
      }),
    ).toBe('buyer')
    expect(
      awaitingIn('cancelled', { payouts: [blocked('return', trustline)], owedBack: NOTHING, walletProposal: null }),
    ).toBe('buyer')
  })

  it('is the buyer’s while another wallet is proposed for a release, unless no wallet can mend it', () => {
    const walletProposal = { address: 'G', memo: null }
    const waiting = (reason: string) => ({ payouts: [blocked('release', reason)], owedBack: NOTHING, walletProposal })
    expect(awaitingIn('release_blocked', waiting('wallet_account_missing'))).toBe('buyer')
    expect(awaitingIn('release_blocked', waiting('payout_failed'))).toBe('quayside')
  })

  it('is Quayside’s when sending has failed, for no wallet can mend that', () => {
    for (const purpose of ['release', 'refund', 'return'] as const) {
      const payouts = [blocked(purpose, 'payout_failed')]
      expect(awaitingIn('release_blocked', { payouts, owedBack: NOTHING, walletProposal: null })).toBe('quayside')
    }
  })

  it('is the seller’s until the wallet is stated to which the ledger is to give the money, then Quayside’s, then the buyer’s', () => {
    const of = { payouts: [], owedBack: NOTHING, walletProposal: null }
    const turns = (['agree', 'prepare', 'check', 'lock'] as const).map((fundStep) =>
      awaitingIn('awaiting_funds', { ...of, held: { ...kept.held, fundStep } }),
    )
    expect(turns).toEqual(['seller', 'quayside', 'quayside', 'buyer'])
    expect(awaitingIn('awaiting_funds', { ...of, held: null })).toBe('buyer')
  })

  it('is that side’s whose wallet signs what the ledger is to do', () => {
    const turn = (kind: 'release' | 'refund' | 'division' | 'expiry', state = 'collecting') =>
      awaitingIn('releasing', {
        payouts: [],
        owedBack: NOTHING,
        walletProposal: null,
        held: { ...kept.held, fundStep: 'lock', exit: { kind, state } },
      })
    expect([turn('release'), turn('refund'), turn('division'), turn('expiry')]).toEqual([
      'buyer',
      'seller',
      'buyer',
      'buyer',
    ])
    expect(turn('release', 'submitted')).toBe('quayside')
  })

  it('is the buyer’s, or nobody’s but Quayside’s, once a ledger’s date has given the money back', () => {
    const held = {
      deadline: new Date(NOW.getTime() - 60_000),
      lock: { end: null },
      exit: null,
      fundStep: 'lock',
    } as const
    const of = { payouts: [], owedBack: NOTHING, walletProposal: null, held }
    expect(awaitingIn('awaiting_examination', { ...of, currency: 'USDC' })).toBe('buyer')
    expect(awaitingIn('awaiting_confirmation', { ...of, currency: 'XRP' })).toBe('quayside')
  })
})
