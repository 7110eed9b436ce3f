import { expect, test } from 'vitest'
import { openSecondFactors } from './second-factor.server.ts'

const factors = openSecondFactors('a secret of the tests, long enough to pass')
/** "12345678901234567890", the secret of the examples in RFC 6238. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test('knows the codes of RFC 6238, the last six digits of them', () => {
  const stepOf = (code: string, seconds: number) =>
    factors.stepOf({ secret: RFC_SECRET, code, at: new Date(seconds * 1000), after: null })
  expect(stepOf('287082', 59)).toBe(1)
  expect(stepOf('081804', 1_111_111_109)).toBe(37_037_036)
  expect(stepOf('005924', 1_234_567_890)).toBe(41_152_263)
})

test('takes one step before and after, none further, and none twice', () => {
  const stepOf = (seconds: number, after: number | null = null) =>
    factors.stepOf({ secret: RFC_SECRET, code: '287082', at: new Date(seconds * 1000), after })
  expect(stepOf(30)).toBe(1)
  expect(stepOf(0)).toBe(1)
  expect(stepOf(89)).toBe(1)
  expect(stepOf(120)).toBeNull()
  expect(stepOf(59, 0)).toBe(1)
  expect(stepOf(59, 1)).toBeNull()
  expect(stepOf(59, 2)).toBeNull()
})

test('a sealed secret opens for its person and this installation only', () => {
  const secret = factors.newSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const sealed = factors.seal('one', secret)
  expect(sealed).not.toContain(secret)
  expect(factors.seal('one', secret)).not.toBe(sealed)
  expect(factors.unseal('one', sealed)).toBe(secret)
  expect(factors.unseal('another', sealed)).toBeNull()
  expect(openSecondFactors('the secret of another installation').unseal('one', sealed)).toBeNull()
  expect(factors.unseal('one', '')).toBeNull()
})

test('the link names the account and whose it is', () => {
  const link = factors.setupLink({ secret: RFC_SECRET, account: 'a+b@example.org' })
  expect(link).toMatch(/^otpauth:\/\/totp\/Quayside:a%2Bb%40example\.org\?/)
  expect(new URL(link).searchParams.get('secret')).toBe(RFC_SECRET)
})
