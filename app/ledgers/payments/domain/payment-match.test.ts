import { describe, expect, test } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { judgeHashClaim, type LedgerTransactionLike, type PaymentDue, type PaymentLike } from './payment-match.ts'

const d = (text: string) => new Decimal(text)

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
