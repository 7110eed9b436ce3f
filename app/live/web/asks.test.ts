import { expect, it } from 'vitest'
import { openAsks } from './asks.server.ts'

it('counts by the minute, each by itself', () => {
  let now = 0
  const asks = openAsks({ most: 2, now: () => now })
  expect([asks.count('a'), asks.count('a'), asks.count('a'), asks.count('b')]).toEqual([true, true, false, true])
  expect([asks.isOver('a'), asks.isOver('b')]).toEqual([true, false])
  now = 60_000
  expect([asks.isOver('a'), asks.count('a')]).toEqual([false, true])
})
