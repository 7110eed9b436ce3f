import { beforeEach, expect, test } from 'vitest'
import { type Leaving, openLeaving } from './leave-when-answered.ts'

let left: number
let leaving: Leaving
const [first, second] = [{}, {}]

beforeEach(() => {
  left = 0
  leaving = openLeaving(() => {
    left += 1
  })
})

test('whoever has nothing to do leaves at once, and nobody leaves unasked', () => {
  leaving.connected(first)
  leaving.asked(first)
  leaving.answered()
  expect(left).toBe(0)
  leaving.stop()
  expect(left).toBe(1)
})

test('what is under way is answered first, and one leaves once', () => {
  leaving.asked(first)
  leaving.asked(first)
  leaving.stop()
  leaving.answered()
  expect(left).toBe(0)
  leaving.answered()
  leaving.stopWaitingForWords()
  expect(left).toBe(1)
})

test('whoever was let in just before is heard, and answered', () => {
  leaving.connected(first)
  leaving.stop()
  expect(left).toBe(0)
  leaving.asked(first)
  leaving.disconnected(first)
  expect(left).toBe(0)
  leaving.answered()
  expect(left).toBe(1)
})

test('whoever says nothing, or goes, keeps nobody', () => {
  leaving.connected(first)
  leaving.connected(second)
  leaving.stop()
  leaving.disconnected(first)
  expect(left).toBe(0)
  leaving.stopWaitingForWords()
  expect(left).toBe(1)
})
