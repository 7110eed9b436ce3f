import { expect, test } from 'vitest'
import { isFresh } from './price.ts'

const now = new Date('2026-11-20T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)

test('a price counts for five minutes, and not a millisecond longer', () => {
  expect(isFresh(ago(5 * 60_000), now)).toBe(true)
  expect(isFresh(ago(5 * 60_000 + 1), now)).toBe(false)
})
