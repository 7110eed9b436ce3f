import { describe, expect, test } from 'vitest'
import { problemOf, referenceIn } from './arrival.ts'

const target = { asset: 'XLM', account: 'G-fee' } as const
const payment = { asset: 'XLM', to: 'G-fee', memo: '77', needsReview: false } as const

describe('a payment counts', () => {
  test('when asset, account and memo are those that were asked for', () => {
    expect(problemOf(payment, target)).toBeNull()
  })

  test.each([
    ['no_memo', { memo: null }, target],
    ['unknown_memo', {}, null],
    ['wrong_asset', { asset: 'USDC' }, target],
    ['wrong_asset', { asset: null }, target],
    ['wrong_account', { to: 'G-escrow' }, target],
    ['needs_review', { needsReview: true }, target],
    ['needs_review', { needsReview: true }, null],
  ] as const)('not when it is %s: %o', (problem, changes, at) => {
    expect(problemOf({ ...payment, ...changes }, at)).toBe(problem)
  })
})

test.each([
  ['1', 1],
  ['2147483647', 2_147_483_647],
  ['2147483648', null],
  ['0', null],
  ['007', null],
  ['7a', null],
  ['', null],
  [null, null],
])('the memo %s holds the reference %s', (memo, reference) => {
  expect(referenceIn(memo)).toBe(reference)
})
