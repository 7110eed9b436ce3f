import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { drawRecoveryCodes, isFreshCode, readCode } from './second-factor.ts'

describe('what somebody typed', () => {
  test.each([
    ['123456', { kind: 'app', code: '123456' }],
    [' 123 456 ', { kind: 'app', code: '123456' }],
    ['１２３４５６', { kind: 'app', code: '123456' }],
    ['abcd-efgh-jkmn-pqrs', { kind: 'recovery', code: 'ABCDEFGHJKMNPQRS' }],
    ['ABCDEFGHJKMNPQRS', { kind: 'recovery', code: 'ABCDEFGHJKMNPQRS' }],
  ])('%s is a code', (typed, code) => expect(readCode(typed)).toEqual(code))

  test.each(['', '12345', '1234567', '12345a', 'abcd-efgh', 'абвг-efgh-jkmn-pqrs'])('%s is none', (typed) => {
    expect(readCode(typed)).toBeNull()
  })
})

test('recovery codes are ten, all different, and read as what they are', () => {
  const codes = drawRecoveryCodes((bytes) => randomBytes(bytes))
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) {
    expect(code).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/)
    expect(readCode(code)?.kind).toBe('recovery')
  }
})

test('bytes that would favour some signs are drawn anew', () => {
  const drawn = [new Uint8Array(16).fill(255), new Uint8Array(16).fill(0)]
  const [first] = drawRecoveryCodes(() => drawn.shift() ?? new Uint8Array(16).fill(1))
  expect(first).toBe('AAAA-AAAA-AAAA-AAAA')
})

test('a code is fresh for five minutes, and one of the future never', () => {
  const now = new Date('2026-11-24T12:00:00Z')
  const before = (ms: number) => new Date(now.getTime() - ms)
  expect(isFreshCode(null, now)).toBe(false)
  expect(isFreshCode(before(0), now)).toBe(true)
  expect(isFreshCode(before(299_999), now)).toBe(true)
  expect(isFreshCode(before(300_000), now)).toBe(false)
  expect(isFreshCode(before(-1), now)).toBe(false)
})
