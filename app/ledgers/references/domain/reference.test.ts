import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { looksLikeReference, makeReference } from './reference.ts'

const drawing = (...draws: number[][]) => {
  const left = [...draws]
  return () => Uint8Array.from(left.shift() ?? [])
}

test('the smallest reference is 1 and the largest 2147483647', () => {
  expect(makeReference(drawing([0, 0, 0, 1]))).toBe('1')
  expect(makeReference(drawing([0xff, 0xff, 0xff, 0xff]))).toBe('2147483647')
})

test('a drawn 0 is no reference: it draws again', () => {
  expect(makeReference(drawing([0x80, 0, 0, 0], [0, 0, 1, 0]))).toBe('256')
})

test('every reference fits a destination tag and a memo', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 4, maxLength: 4 }), (bytes) => {
      const reference = makeReference((count) => (bytes.some((byte) => byte > 0) ? bytes : randomBytes(count)))
      expect(looksLikeReference(reference)).toBe(true)
    }),
  )
})

test('references spread evenly over the whole range', () => {
  const draws = 20_000
  const eighths = Array<number>(8).fill(0)
  for (let i = 0; i < draws; i++) {
    const eighth = Math.floor(Number(makeReference(randomBytes)) / 2 ** 28)
    eighths[eighth] = (eighths[eighth] ?? 0) + 1
  }
  // Six standard deviations from the mean: a fair draw fails once in many million runs.
  const spread = 6 * Math.sqrt(draws * (1 / 8) * (7 / 8))
  for (const count of eighths) expect(Math.abs(count - draws / 8)).toBeLessThan(spread)
})

test.each(['0', '01', '-1', '1.5', '2147483648', '99999999999', 'x', ''])('%j is no reference', (text) => {
  expect(looksLikeReference(text)).toBe(false)
})
