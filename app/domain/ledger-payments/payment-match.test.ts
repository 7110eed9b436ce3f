import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Decimal } from '#app/domain/kernel/money.ts'
import {
  depositState,
  judgeFeeArrival,
  judgeHashClaim,
  type LedgerTransactionLike,
  type PaymentDue,
  type PaymentLike,
} from './payment-match.ts'

const d = (text: string) => new Decimal(text)

describe('what arrived against what is due', () => {
  test.each([
    ['100', '0', 'none', '100', '0'],
    ['100', '40', 'short', '60', '0'],
    ['100', '99.9999998', 'short', '0.0000002', '0'],
    ['100', '99.9999999', 'exact', '0', '0'],
    ['100', '100', 'exact', '0', '0'],
    ['100', '100.0000001', 'exact', '0', '0'],
    ['100', '100.0000002', 'over', '0', '0.0000002'],
    ['100000', '99999.9999998', 'short', '0.0000002', '0'],
  ])('due %s, received %s: %s', (due, received, state, stillDue, excess) => {
    const deposit = depositState({ due: d(due), received: d(received) })
    expect([deposit.state, deposit.stillDue.toFixed(), deposit.excess.toFixed()]).toEqual([state, stillDue, excess])
  })

  test('no stroop is lost: due less what is missing plus what is over is what was received', () => {
    const stroops = fc.bigInt({ min: 1n, max: 10n ** 18n }).map((value) => d(value.toString()).div(10_000_000))
    fc.assert(
      fc.property(stroops, stroops, (due, received) => {
        const { stillDue, excess } = depositState({ due, received })
        expect(due.minus(stillDue).plus(excess).minus(received).abs().lte('1e-7')).toBe(true)
        expect(stillDue.gte(0) && excess.gte(0) && (stillDue.isZero() || excess.isZero())).toBe(true)
      }),
    )
  })
})

const feeOnStellar: PaymentDue = { asset: 'XLM', account: 'GFEE', memo: '4242', amountDue: d('350.8667') }
const feeOnXrpl: PaymentDue = { asset: 'XRP', account: 'rFee', memo: '4242', amountDue: d('50') }

const paying = (due: PaymentDue, but: Partial<PaymentLike> = {}): PaymentLike => ({
  to: due.account,
  asset: due.asset,
  amount: due.amountDue,
  memo: due.memo,
  needsReview: false,
  ...but,
})
const transaction = (payments: PaymentLike[], but: Partial<LedgerTransactionLike> = {}): LedgerTransactionLike => ({
  successful: true,
  memo: payments[0]?.memo ?? null,
  payments,
  ...but,
})
const judge = (due: PaymentDue, shown: LedgerTransactionLike | null, alreadyUsed = false) => {
  const verdict = judgeHashClaim(due, { transaction: shown, alreadyUsed })
  return verdict.ok ? `paid ${verdict.amount.toFixed()}` : verdict.refused
}

describe('a hash that a payer shows', () => {
  test('is a payment when memo, destination, asset and amount agree', () => {
    expect(judge(feeOnStellar, transaction([paying(feeOnStellar)]))).toBe('paid 350.8667')
    expect(judge(feeOnXrpl, transaction([paying(feeOnXrpl)]))).toBe('paid 50')
  })

  test('may pay more, or in several payments of one transaction', () => {
    const halves = ['175.4333', '175.4335'].map((amount) => paying(feeOnStellar, { amount: d(amount) }))
    expect(judge(feeOnStellar, transaction(halves))).toBe('paid 350.8668')
  })

  test('counts the digits of a muxed account where the transaction has no memo', () => {
    expect(judge(feeOnStellar, transaction([paying(feeOnStellar)], { memo: null }))).toBe('paid 350.8667')
  })

  test.each<[string, PaymentDue, LedgerTransactionLike | null, string]>([
    ['unknown on Stellar', feeOnStellar, null, 'stellar_not_found'],
    ['unknown on the XRP Ledger', feeOnXrpl, null, 'xrp_not_found'],
    ['with another memo', feeOnStellar, transaction([paying(feeOnStellar, { memo: '4243' })]), 'memo_mismatch'],
    ['without a memo', feeOnStellar, transaction([paying(feeOnStellar, { memo: null })]), 'memo_mismatch'],
    ['with another tag', feeOnXrpl, transaction([paying(feeOnXrpl, { memo: '1' })]), 'xrp_mismatch'],
    ['to another account', feeOnStellar, transaction([paying(feeOnStellar, { to: 'GME' })]), 'payment_mismatch'],
    ['in another asset', feeOnStellar, transaction([paying(feeOnStellar, { asset: 'USDC' })]), 'payment_mismatch'],
    ['in a look-alike asset', feeOnStellar, transaction([paying(feeOnStellar, { asset: null })]), 'payment_mismatch'],
    [
      'that paid too little',
      feeOnStellar,
      transaction([paying(feeOnStellar, { amount: d('350.8666') })]),
      'payment_mismatch',
    ],
    ['that paid nothing to us', feeOnStellar, transaction([], { memo: '4242' }), 'payment_mismatch'],
    ['that failed', feeOnStellar, transaction([paying(feeOnStellar)], { successful: false }), 'payment_mismatch'],
    [
      'that a person must look at',
      feeOnStellar,
      transaction([paying(feeOnStellar, { needsReview: true })]),
      'payment_mismatch',
    ],
    ['that delivered a part', feeOnXrpl, transaction([paying(feeOnXrpl, { amount: d('0.000001') })]), 'xrp_mismatch'],
  ])('%s is refused', (_, due, shown, refusal) => expect(judge(due, shown)).toBe(refusal))

  test('is refused for the first fault in the order of the questions', () => {
    const wrongInEveryWay = transaction([paying(feeOnStellar, { memo: '1', to: 'GME' })])
    expect(judge(feeOnStellar, wrongInEveryWay, true)).toBe('hash_used')
    expect(judge(feeOnStellar, null, true)).toBe('hash_used')
    expect(judge(feeOnStellar, wrongInEveryWay)).toBe('memo_mismatch')
  })

  test('does not count a payment with a foreign memo beside one with ours', () => {
    const mixed = transaction([
      paying(feeOnStellar, { amount: d('1') }),
      paying(feeOnStellar, { amount: d('350'), memo: '9' }),
    ])
    expect(judge(feeOnStellar, mixed)).toBe('payment_mismatch')
  })
})

describe('a fee that arrives', () => {
  const first = { amountDue: d('350.8667'), expiresAt: new Date('2026-11-20T12:15:00Z') }
  const second = { amountDue: d('400'), expiresAt: new Date('2026-11-20T12:40:00Z') }
  const quote = { asset: 'XLM' as const, netUsd: d('105.26') }
  const onTime = new Date('2026-11-20T12:15:00Z')
  const late = new Date('2026-11-20T12:15:01Z')
  const veryLate = new Date('2026-11-20T13:00:00Z')

  type Arriving = { payments: [amount: string, at: Date][]; locks?: (typeof first)[]; priceNow?: string | null }
  const arriving = ({ payments, locks = [first], priceNow = null }: Arriving) =>
    judgeFeeArrival({
      quote,
      locks,
      payments: payments.map(([amount, at]) => ({ amount: d(amount), at })),
      priceNow: priceNow === null ? null : d(priceNow),
    })
  const arrive = (amount: string, at: Date, priceNow: string | null) => arriving({ payments: [[amount, at]], priceNow })
  const settled = (changes: object = {}) => ({ state: 'settled', lock: first, late: false, excess: d('0'), ...changes })

  test('on time settles by the locked amount, whatever the price does', () => {
    for (const price of ['0.01', '0.3', '9', null]) {
      expect(arrive('350.8667', onTime, price)).toEqual(settled())
    }
  })

  test('on time and short waits for the rest', () => {
    expect(arrive('300', onTime, '9')).toEqual({ state: 'short', stillDue: d('50.8667') })
  })

  test('on time and over owes the excess', () => {
    expect(arrive('351', onTime, null)).toEqual(settled({ excess: d('0.1333') }))
  })

  test('late settles while it is worth the fee', () => {
    expect(arrive('350.8667', late, '0.3')).toEqual(settled({ late: true }))
    expect(arrive('350.8667', late, '0.31')).toEqual(settled({ late: true }))
    expect(arrive('400', late, '0.31')).toEqual(settled({ late: true, excess: d('49.1333') }))
  })

  test('late settles even when short of the old amount, if the price rose enough', () => {
    expect(arrive('340', late, '0.31')).toEqual(settled({ late: true }))
  })

  test('late and worth less is listed for the operator with what is missing now', () => {
    expect(arrive('350.8667', late, '0.25')).toEqual({ state: 'late_uncovered', stillDue: d('70.1733') })
  })

  test('late without a fresh price is listed for the operator', () => {
    expect(arrive('350.8667', late, null)).toEqual({ state: 'late_uncovered', stillDue: null })
    expect(arrive('350.8667', late, '0')).toEqual({ state: 'late_uncovered', stillDue: null })
  })

  test('that did not arrive is nothing', () => {
    expect(arriving({ payments: [] })).toEqual({ state: 'none' })
  })

  test('in parts on time settles with the last of them', () => {
    expect(
      arriving({
        payments: [
          ['300', onTime],
          ['50.8667', onTime],
        ],
      }),
    ).toEqual(settled())
  })

  test('under the earlier lock settles by it, though the quote was refreshed before we heard of it', () => {
    const locks = [first, second]
    expect(arriving({ payments: [['350.8667', onTime]], locks, priceNow: '0.1' })).toEqual(settled())
    const cheaper = { ...second, amountDue: d('300') }
    expect(arriving({ payments: [['350.8667', onTime]], locks: [first, cheaper] })).toEqual(settled())
  })

  test('between two locks is judged by the later one', () => {
    const locks = [first, second]
    expect(arriving({ payments: [['350.8667', late]], locks, priceNow: '9' })).toEqual({
      state: 'short',
      stillDue: d('49.1333'),
    })
    expect(arriving({ payments: [['400', late]], locks })).toEqual(settled({ lock: second }))
  })

  test('in part under the first lock counts towards the second', () => {
    const payments: Arriving['payments'] = [
      ['300', onTime],
      ['100', late],
    ]
    expect(arriving({ payments, locks: [first, second] })).toEqual(settled({ lock: second }))
  })

  test('a top-up after the lock does not undo what arrived on time', () => {
    expect(
      arriving({
        payments: [
          ['350.8667', onTime],
          ['10', veryLate],
        ],
        priceNow: '0.01',
      }),
    ).toEqual(settled({ excess: d('10') }))
  })
})
