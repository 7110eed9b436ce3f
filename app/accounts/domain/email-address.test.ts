import { expect, test } from 'vitest'
import { emailProblem, looksLikeEmail, normalizeEmail } from './email-address.ts'

test('one mailbox has one spelling', () => {
  expect(normalizeEmail('  Ann@Example.COM ')).toBe('ann@example.com')
})

test.each(['ann@example.com', 'a+b@mail.example.co.uk', "o'neil@example.ie", 'анна@пример.рф', 'x@1.com'])(
  '%j could be an address',
  (email) => expect(looksLikeEmail(email)).toBe(true),
)

test.each([
  '',
  'ann',
  'ann@',
  '@example.com',
  'ann@example',
  'ann@@example.com',
  'ann @example.com',
  'ann@exa mple.com',
  'ann@-example.com',
  'ann@example..com',
  'ann@example.com.',
  '.ann@example.com',
  'a..b@example.com',
  'ann@example.com\nbcc: x@y.zz',
  'Ann <ann@example.com>',
  `${'a'.repeat(65)}@example.com`,
  `ann@${'a'.repeat(250)}.com`,
])('%j is no address', (email) => expect(looksLikeEmail(email)).toBe(false))

test.each([
  ['ann@example.com', null],
  ['a+b@xn--bcher-kva.example', null],
  ['ü@b.example', 'email_not_ascii'],
  ['ann@bücher.example', 'email_not_ascii'],
  ['ann@', 'email_invalid'],
])('a letter to %s: %s', (email, problem) => expect(emailProblem(email)).toBe(problem))
