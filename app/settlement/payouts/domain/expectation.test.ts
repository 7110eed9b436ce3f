import { expect, test } from 'vitest'
import { expectationOf, mustBeChecked } from './expectation.ts'

const EXPECTED = { walletAddress: 'G1', walletMemo: null }

test.each([
  ['the same wallet', { ...EXPECTED, payoutAddress: 'G1', payoutMemo: null }, 'met'],
  ['another address', { ...EXPECTED, payoutAddress: 'G2', payoutMemo: null }, 'differs'],
  ['another memo: another customer of an exchange', { ...EXPECTED, payoutAddress: 'G1', payoutMemo: '7' }, 'differs'],
  ['none expected', { walletAddress: null, walletMemo: null, payoutAddress: 'G2', payoutMemo: null }, 'left_to_seller'],
  ['none stated yet', { walletAddress: null, walletMemo: null, payoutAddress: null, payoutMemo: null }, 'met'],
] as const)('%s', (_what, wallets, expectation) => {
  expect(expectationOf(wallets)).toBe(expectation)
  expect(mustBeChecked(expectationOf(wallets))).toBe(expectation !== 'met')
})
