import { expect, test } from 'vitest'
import { passwordProblem } from './password-rules.ts'

const ann = { email: 'ann.harbour@example.com', name: 'Ann Harbour' }

test.each([
  ['elevenchars', 'password_too_short'],
  ['', 'password_too_short'],
  ['x'.repeat(257), 'password_too_long'],
  ['aaaaaaaaaaaaaaaa', 'password_too_common'],
  ['password1234', 'password_too_common'],
  ['Password!!2026', 'password_too_common'],
  ['quayside2026!', 'password_too_common'],
  ['QuaysideEscrow1', 'password_too_common'],
  ['123456789012', 'password_too_common'],
  ['quaysidepassworda', 'password_too_common'],
  ['ann.harbour@example.com', 'password_too_common'],
  ['AnnHarbour1999', 'password_too_common'],
])('%j is refused: %s', (password, problem) => {
  expect(passwordProblem(password, ann)).toBe(problem)
})

test.each(['correct horse battery', 'ベーコンと卵とトースト毎朝', 'quayside trades run on time', '1q9f-77zx-ppla'])(
  '%j is taken',
  (password) => expect(passwordProblem(password, ann)).toBeNull(),
)

test('a short name does not make every password with its letters a weak one', () => {
  expect(passwordProblem('lighthouse keeper', { email: 'li@example.com', name: 'Li' })).toBeNull()
})
