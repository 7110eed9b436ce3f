import { expect, test } from 'vitest'
import { looksLikeAddress } from '#app/kernel/domain/assets.ts'
import { HARBOUR_ADDRESSES } from '#app/kernel/domain/harbour-addresses.ts'
import { PLAY_NAMES, stellarPlayKey, xrplPlayWallet } from './accounts.ts'

test('the addresses that a public network refuses are exactly those of the play accounts', () => {
  const derived = PLAY_NAMES.flatMap((name) => [stellarPlayKey(name).publicKey(), xrplPlayWallet(name).classicAddress])
  expect([...HARBOUR_ADDRESSES].sort()).toEqual(derived.sort())
})

test('the play accounts have addresses of the shape that the forms accept', () => {
  for (const name of PLAY_NAMES) {
    expect(looksLikeAddress('XLM', stellarPlayKey(name).publicKey())).toBe(true)
    expect(looksLikeAddress('XRP', xrplPlayWallet(name).classicAddress)).toBe(true)
  }
})
