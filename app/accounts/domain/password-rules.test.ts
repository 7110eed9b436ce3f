import { expect, test } from 'vitest'
import { isEasilyGuessed, passwordLengthProblem, wordsToTryFirst } from './password-rules.ts'

test.each([
  ['elevenchars', 'password_too_short'],
  ['', 'password_too_short'],
  // Eleven characters, although twenty-two units of UTF-16.
  ['🚢'.repeat(11), 'password_too_short'],
  ['twelve chars', null],
  ['x'.repeat(256), null],
  ['x'.repeat(257), 'password_too_long'],
])('the length of %j: %s', (password, problem) => expect(passwordLengthProblem(password)).toBe(problem))

test('a password is guessed easily within a billion tries, or when it has three characters in whatever order', () => {
  expect(isEasilyGuessed('lighthouse keeper', 999_999_999)).toBe(true)
  expect(isEasilyGuessed('lighthouse keeper', 1_000_000_000)).toBe(false)
  expect(isEasilyGuessed('aabcacbbcaab', 1e12)).toBe(true)
  expect(isEasilyGuessed('aabcdcbbcaab', 1e12)).toBe(false)
})

test('an owner is known by address and name, whole and in parts', () => {
  const words = wordsToTryFirst({ email: 'ann.harbour@quay-trade.example', name: 'Ann  Ó Bríain' })
  expect(words).toEqual(expect.arrayContaining(['ann.harbour@quay-trade.example', 'ann.harbour', 'Ann  Ó Bríain']))
  expect(words).toEqual(expect.arrayContaining(['AnnÓBríain', 'harbour', 'quay', 'trade', 'Bríain', 'quayside']))
  expect(words).not.toContain('')
  expect(new Set(words).size).toBe(words.length)
})
