import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { awaitingOf, STAGES } from '#app/escrow/domain/escrow.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { PayoutState } from '#app/kernel/domain/payout-state.ts'
import { isFinal, sumUp } from './statement.ts'

const NOTHING = new Decimal(0)
const counted = (amount: string) => ({ amount, problem: null })
const confirmed = (amount: string, networkFee = '0.00001') => ({ amount, state: 'confirmed', networkFee }) as const

describe('the totals of a statement', () => {
  it('count what settles, and leave out what does not', () => {
    const totals = sumUp({
      currency: 'XLM',
      payments: [counted('60.0000001'), counted('39.9999999'), { amount: '7', problem: 'wrong_asset' }],
      payouts: [],
      owedBack: NOTHING,
    })
    expect(totals).toMatchObject({ received: '100', paidOut: '0', held: '100', onItsWay: '0', madeUp: '0' })
  })

  it('call on its way only what is signed; all else that is due waits', () => {
    const payout = (amount: string, state: PayoutState) => ({ amount, state, networkFee: null })
    const payouts = [payout('1', 'queued'), payout('2', 'signed'), payout('4', 'submitted'), payout('8', 'blocked')]
    const totals = sumUp({ currency: 'XLM', payments: [counted('15')], payouts, owedBack: NOTHING })
    expect(totals).toMatchObject({ held: '15', onItsWay: '6', waiting: '9' })
  })

  it('call paid out only what a ledger has confirmed', () => {
    const totals = sumUp({
      currency: 'USDC',
      payments: [counted('105')],
      payouts: [confirmed('100'), { amount: '5', state: 'blocked', networkFee: null }],
      owedBack: NOTHING,
    })
    expect(totals).toMatchObject({ paidOut: '100', held: '5', onItsWay: '0', waiting: '5' })
  })

  it('give the fees in the asset of the network, not of the escrow', () => {
    const payouts = [confirmed('1', '0.00001'), confirmed('1', '0.00002')]
    const fees = (currency: 'USDC' | 'XRP') => {
      const totals = sumUp({ currency, payments: [counted('2')], payouts, owedBack: NOTHING })
      return [totals.networkFees, totals.networkFeeAsset]
    }
    expect(fees('USDC')).toEqual(['0.00003', 'XLM'])
    expect(fees('XRP')).toEqual(['0.00003', 'XRP'])
  })

  it('say what Quayside made up when a deposit was short within the tolerance', () => {
    const totals = sumUp({
      currency: 'XLM',
      payments: [counted('9.9999999')],
      payouts: [confirmed('10')],
      owedBack: NOTHING,
    })
    expect(totals).toMatchObject({ received: '9.9999999', madeUp: '0.0000001', paidOut: '10', held: '0' })
  })

  it('always add up: received + made up = paid out + held', () => {
    const stroops = fc
      .bigInt({ min: 1n, max: 10n ** 16n })
      .map((units) => new Decimal(units.toString()).div(1e7).toFixed())
    const payment = fc.record({ amount: stroops, problem: fc.constantFrom(null, 'wrong_asset' as const) })
    const state = fc.constantFrom('queued', 'signed', 'submitted', 'confirmed', 'blocked' as const)
    const payout = fc.record({ amount: stroops, state, networkFee: fc.constantFrom(null, '0.00001') })
    fc.assert(
      fc.property(fc.array(payment), fc.array(payout), (payments, payouts) => {
        const totals = sumUp({ currency: 'XLM', payments, payouts, owedBack: NOTHING })
        const left = new Decimal(totals.received).plus(totals.madeUp)
        expect(left.toFixed()).toBe(new Decimal(totals.paidOut).plus(totals.held).toFixed())
        expect([totals.held, totals.madeUp]).toContain('0')
      }),
    )
  })
})

describe('a statement is final', () => {
  const nothing = { held: '0', onItsWay: '0', waiting: '0' }

  it('when nobody has to do anything any more', () => {
    for (const stage of STAGES) expect(isFinal({ stage, totals: nothing })).toBe(awaitingOf(stage) === 'nobody')
  })

  it('not while money is left, although the escrow is released, refunded or called off', () => {
    for (const stage of ['released', 'refunded', 'cancelled'] as const) {
      expect(isFinal({ stage, totals: { ...nothing, held: '5', onItsWay: '5' } })).toBe(false)
      expect(isFinal({ stage, totals: { ...nothing, held: '5', waiting: '5' } })).toBe(false)
      expect(isFinal({ stage, totals: { ...nothing, held: '5' } })).toBe(false)
    }
  })

  it('although a stroop is left', () => {
    expect(isFinal({ stage: 'released', totals: { ...nothing, held: '0.0000001', onItsWay: '0' } })).toBe(true)
  })
})
