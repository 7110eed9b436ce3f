import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aheadAtLeast, type ClockSeen, judgeClock, sayOff } from './clock-standing.ts'

const HOUR = 3_600_000
const right = (databaseByMs: number | null = null) => ({ is: 'right', databaseByMs })
const off = (byMs: number) => ({ is: 'off', byMs })

describe('a clock is judged', () => {
  it.each<[string, ClockSeen, unknown]>([
    ['all agree', { aheadOfDatabase: 0, databaseAhead: { stellar: 6_000, xrpl: 9_000 } }, right()],
    ['half a minute is no difference', { aheadOfDatabase: 30_000, databaseAhead: {} }, right()],
    ['ahead, and nobody bears it out', { aheadOfDatabase: 30_001, databaseAhead: {} }, off(30_001)],
    ['behind, and nobody bears it out', { aheadOfDatabase: -HOUR, databaseAhead: {} }, off(-HOUR)],
    ['ahead of all', { aheadOfDatabase: HOUR, databaseAhead: { stellar: 5_000, xrpl: 9_000 } }, off(HOUR + 5_000)],
    ['ahead of all that is known', { aheadOfDatabase: HOUR, databaseAhead: { xrpl: 9_000 } }, off(HOUR + 9_000)],
    ['behind all', { aheadOfDatabase: -HOUR, databaseAhead: { stellar: 5_000, xrpl: 0 } }, off(-HOUR + 5_000)],
    [
      'the database alone is behind',
      { aheadOfDatabase: HOUR, databaseAhead: { stellar: -HOUR, xrpl: -HOUR + 8_000 } },
      right(-HOUR),
    ],
    [
      'one ledger agrees, the other is unknown',
      { aheadOfDatabase: HOUR, databaseAhead: { stellar: -HOUR } },
      right(-HOUR),
    ],
    [
      'one ledger agrees, and one that has halted does not',
      { aheadOfDatabase: HOUR, databaseAhead: { stellar: -HOUR, xrpl: 3 * HOUR } },
      right(-HOUR),
    ],
    [
      'the ledgers bear out a difference the other way',
      { aheadOfDatabase: HOUR, databaseAhead: { stellar: -3 * HOUR, xrpl: -3 * HOUR } },
      right(-HOUR),
    ],
    [
      'machine and database share a wrong clock',
      { aheadOfDatabase: 1_000, databaseAhead: { stellar: HOUR, xrpl: HOUR + 12_000 } },
      off(HOUR + 1_000),
    ],
    [
      'two ledgers that lag by different times',
      { aheadOfDatabase: 0, databaseAhead: { stellar: HOUR, xrpl: 2 * HOUR } },
      right(),
    ],
    ['one ledger has halted', { aheadOfDatabase: 0, databaseAhead: { stellar: 2 * HOUR, xrpl: 4_000 } }, right()],
    ['one ledger has halted, alone known', { aheadOfDatabase: 0, databaseAhead: { stellar: 2 * HOUR } }, right()],
    [
      'the ledgers contradict each other',
      { aheadOfDatabase: 0, databaseAhead: { stellar: 40_000, xrpl: -40_000 } },
      right(),
    ],
  ])('%s', (_what, seen, standing) => {
    expect(judgeClock(seen)).toEqual(standing)
  })

  it('as unknown while the database does not say', () => {
    expect(judgeClock(null)).toEqual({ is: 'unknown' })
  })

  const ms = fc.oneof(
    fc.integer({ min: -90_000, max: 90_000 }),
    fc.integer({ min: -400 * 24 * HOUR, max: 400 * 24 * HOUR }),
  )
  const ledgers = fc.record({ stellar: ms, xrpl: ms }, { requiredKeys: [] })
  const seenBy = fc.record({ aheadOfDatabase: ms, databaseAhead: ledgers }) as fc.Arbitrary<ClockSeen>
  const differences = ({ aheadOfDatabase, databaseAhead }: ClockSeen) =>
    Object.values(databaseAhead).map((each) => aheadOfDatabase + each)

  it('never as off while the database and one ledger, or any ledger and it alone, agree with it', () => {
    fc.assert(
      fc.property(seenBy, (seen) => {
        const agrees = differences(seen).some((each) => Math.abs(each) <= 30_000)
        if (agrees) expect(judgeClock(seen).is).toBe('right')
      }),
    )
  })

  it('as off by no more than each witness against it says, in the same direction', () => {
    fc.assert(
      fc.property(seenBy, (seen) => {
        const standing = judgeClock(seen)
        if (standing.is !== 'off') return
        expect(Math.abs(standing.byMs)).toBeGreaterThan(30_000)
        for (const each of differences(seen)) {
          expect(Math.sign(each)).toBe(Math.sign(standing.byMs))
          expect(Math.abs(each)).toBeGreaterThanOrEqual(Math.abs(standing.byMs))
        }
      }),
    )
  })

  it('alike in both directions', () => {
    const negate = (each: number) => (each === 0 ? 0 : -each)
    fc.assert(
      fc.property(seenBy, ({ aheadOfDatabase, databaseAhead }) => {
        const mirrored = Object.fromEntries(Object.entries(databaseAhead).map(([key, each]) => [key, negate(each)]))
        const standing = judgeClock({ aheadOfDatabase, databaseAhead })
        const other = judgeClock({ aheadOfDatabase: negate(aheadOfDatabase), databaseAhead: mirrored })
        expect(other.is).toBe(standing.is)
        if (standing.is === 'off') expect(other).toEqual(off(-standing.byMs))
      }),
    )
  })

  it('as off whenever everything else agrees against it', () => {
    const wrong = fc.integer({ min: 61_000, max: 400 * 24 * HOUR })
    const lag = fc.integer({ min: -5_000, max: 25_000 })
    fc.assert(
      fc.property(wrong, fc.boolean(), lag, lag, (by, isBehind, stellar, xrpl) => {
        const aheadOfDatabase = isBehind ? -by : by
        expect(judgeClock({ aheadOfDatabase, databaseAhead: { stellar, xrpl } }).is).toBe('off')
      }),
    )
  })
})

it('no more is known of a difference than the round trip leaves open', () => {
  const at = (ms: number) => new Date(1_800_000_000_000 + ms)
  const trip = { asked: at(0), heard: at(900) }
  expect([-40_000, 0, 450, 900, 40_900].map((ms) => aheadAtLeast(trip, at(ms)))).toEqual([40_000, 0, 0, 0, -40_000])
})

it('a difference is said in whole units', () => {
  expect([31_400, -119_000, 600_000, 25 * HOUR, 90 * 24 * HOUR].map(sayOff)).toEqual([
    '31 seconds ahead',
    '119 seconds behind',
    '10 minutes ahead',
    '25 hours ahead',
    '90 days ahead',
  ])
})
