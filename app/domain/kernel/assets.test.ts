import { expect, test } from 'vitest'
import { isAsset, looksLikeAddress, looksLikeHash, normalizeHash } from './assets.ts'

const STELLAR = `G${'A'.repeat(55)}`
const XRPL = `r${'p'.repeat(33)}`

test('an address has the shape of its own network', () => {
  expect(looksLikeAddress('XLM', STELLAR) && looksLikeAddress('USDC', STELLAR) && looksLikeAddress('XRP', XRPL)).toBe(
    true,
  )
  expect(looksLikeAddress('XLM', XRPL) || looksLikeAddress('XRP', STELLAR)).toBe(false)
})

test('an XRP address has 26 to 36 characters of the XRP alphabet', () => {
  const lengths = [25, 26, 36, 37].map((length) => looksLikeAddress('XRP', `r${'p'.repeat(length - 1)}`))
  expect(lengths).toEqual([false, true, true, false])
  expect(looksLikeAddress('XRP', `r${'0'.repeat(30)}`)).toBe(false)
})

test('a Stellar address is G and 55 base32 characters', () => {
  for (const wrong of [`${STELLAR}A`, STELLAR.slice(1), STELLAR.toLowerCase(), `G${'1'.repeat(55)}`, `${STELLAR}\n`]) {
    expect(looksLikeAddress('XLM', wrong)).toBe(false)
  }
})

test('a hash has 64 hexadecimal digits and one spelling on each ledger', () => {
  const hash = 'aB'.repeat(32)
  expect(looksLikeHash(hash) && !looksLikeHash(`${hash}0`) && !looksLikeHash('g'.repeat(64))).toBe(true)
  expect(normalizeHash('stellar', ` ${hash} `)).toBe('ab'.repeat(32))
  expect(normalizeHash('xrpl', hash)).toBe('AB'.repeat(32))
})

test('only the three assets are assets', () => {
  expect(['XLM', 'XRP', 'USDC', 'xlm', 'BTC', null, 1].map(isAsset)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
