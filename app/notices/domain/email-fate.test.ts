import { describe, expect, test } from 'vitest'
import { nextTryAt, type Tries, whyGiveUp } from './email-fate.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)
const tries = (of: Partial<Tries>): Tries => ({ attempts: 1, firstTriedAt: NOW, maybeTakenAt: null, ...of })

describe('a letter is tried', () => {
  test.each<[string, Partial<Tries>]>([
    ['that is new', { attempts: 0, firstTriedAt: null }],
    ['that may have been taken while its key is known', { attempts: 40, maybeTakenAt: hoursAgo(22.9) }],
    ['that was tried often in a short time', { attempts: 50, firstTriedAt: hoursAgo(71) }],
    ['that was tried seldom in a long time', { attempts: 19, firstTriedAt: hoursAgo(500) }],
  ])('%s', (_, of) => expect(whyGiveUp(tries(of), NOW)).toBeNull())
})

test('a letter that may have been taken is not sent blindly once its key is forgotten', () => {
  expect(whyGiveUp(tries({ maybeTakenAt: hoursAgo(23.1) }), NOW)).toBe('fate_unknown')
})

test('a letter that was surely never taken is given up after three days', () => {
  expect(whyGiveUp(tries({ attempts: 20, firstTriedAt: hoursAgo(72.1) }), NOW)).toBe('tried_for_days')
})

test('the pauses double up to an hour', () => {
  const seconds = [1, 2, 3, 11, 12, 13, 2_000].map(
    (attempts) => (nextTryAt(attempts, NOW).getTime() - NOW.getTime()) / 1_000,
  )
  expect(seconds).toEqual([2, 4, 8, 2_048, 3_600, 3_600, 3_600])
})
