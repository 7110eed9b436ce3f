import { expect, it } from 'vitest'
import { isSameWallet, walletOf } from './wallet.ts'

it('a wallet is another one when its memo is', () => {
  expect(isSameWallet({ address: 'G', memo: null }, { address: 'G', memo: null })).toBe(true)
  expect(isSameWallet({ address: 'G', memo: null }, { address: 'G', memo: '1' })).toBe(false)
  expect(isSameWallet({ address: 'G', memo: '1' }, { address: 'H', memo: '1' })).toBe(false)
})

it('an empty memo is none', () => {
  expect(walletOf({ address: 'G', memo: '' })).toEqual({ address: 'G', memo: null })
  expect(walletOf({ address: 'G', memo: '7' })).toEqual({ address: 'G', memo: '7' })
})
