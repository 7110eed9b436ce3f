import { expect, test } from 'vitest'
import { hashIn, isAsset, looksLikeAddress, looksLikeHash, normalizeHash } from './assets.ts'

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

test.each([
  ['alone', (hash: string) => ` ${hash}\n`],
  ['with 0x', (hash: string) => `0x${hash}`],
  ['with blanks inside', (hash: string) => `${hash.slice(0, 8)} ${hash.slice(8, 40)}\u00a0${hash.slice(40)}`],
  ['with signs that nobody sees', (hash: string) => `\u2066${hash.slice(0, 5)}\u200b${hash.slice(5)}\u2069`],
  ['in the address of an explorer', (hash: string) => `https://stellar.expert/explorer/public/tx/${hash}?x=1`],
  ['in a sentence', (hash: string) => `My transaction is “${hash}”.`],
])('a hash is read %s', (_, written) => {
  const hash = 'aB'.repeat(32)
  expect(hashIn(written(hash))).toBe(hash)
})

test('no hash is read where there is none, or two', () => {
  const hash = 'ab'.repeat(32)
  for (const typed of ['', hash.slice(1), `${hash}0`, `x${hash}`, `${hash} ${'cd'.repeat(32)}`])
    expect(hashIn(typed)).toBeNull()
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
