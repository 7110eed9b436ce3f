import { expect, test } from 'vitest'
import { LONGEST_NAME, nameProblem, plainName } from './person-name.ts'

test.each(['Ama Boateng', 'O’Neill & Søn A/S', 'บริษัท เรือไทย จำกัด', 'می‌خواهم', '贸易公司', 'J. R. Smith Ltd.'])(
  '%j is a name',
  (name) => {
    expect(nameProblem(name)).toBeNull()
    expect(plainName(name)).toBe(name)
  },
)

test.each([
  ['ACME https://evil.example/pay', 'ACME …'],
  ['ACME\r\nBcc: all@example.org', 'ACME Bcc: …'],
  ['www.evil.example wins', '… wins'],
  ['see //evil.example', 'see …'],
  ['Ann\u202Eecneics', 'Ann ecneics'],
  ['\u0000', '…'],
])('%j is none, and is shown as %j', (name, shown) => {
  expect(nameProblem(name)).toBe('name_not_plain')
  expect(plainName(name)).toBe(shown)
})

test('a name has a sensible length', () => {
  expect(nameProblem('n'.repeat(LONGEST_NAME))).toBeNull()
  expect(nameProblem('n'.repeat(LONGEST_NAME + 1))).toBe('name_too_long')
  expect(plainName('n'.repeat(500))).toHaveLength(LONGEST_NAME)
})
