import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { STANDS_STILL_MS } from '#app/accounts/domain/account-change.ts'
import { type PlannedPause, type PlayedEnd, play } from '#tests/support/agreement/played-trade.ts'
import { deadlineOf } from './deadline.ts'
import { MOST_OF_STEP_MS, PAUSE_KINDS, PAUSES, UNDELIVERED_MS } from './pause-table.ts'
import { mayWithdraw, undeliveredUntil, waitsForLedger } from './pauses.ts'
import type { TradeStanding } from './standing.ts'
import { endOfWorkingDay } from './working-days.ts'

const DAY = 24
const BOTH = ['buyer', 'seller'] as const

describe('the table', () => {
  test.each(PAUSE_KINDS)('%s: what its owner can bring about gives no time, and all of it is bounded', (kind) => {
    const { causedBy, effect, mostMs, after, money, onLedger, why } = PAUSES[kind]
    const effects = Object.values(effect)
    expect(mostMs).toBeLessThanOrEqual(MOST_OF_STEP_MS)
    const gains = effects.filter((one) => one !== 'none' && one !== 'quayside')
    // Emails that bounce: five working days, and once, by the key of the table (decision 109).
    if (kind === 'undelivered') expect([mostMs, new Set(gains)]).toEqual([UNDELIVERED_MS, new Set(['time'])])
    else if (causedBy.includes('owner')) expect(gains).toEqual([])
    // Before the money is there nobody loses by the date, and no dispute can be opened.
    if (kind !== 'unread_ledger') expect(effect.fund).toBe('none')
    expect(effects.includes('quayside')).toBe(after === 'quayside')
    for (const words of [money, onLedger, why]) expect(words).toMatch(/\.$/)
  })

  test('is printed for operators as it stands', () => {
    const page = readFileSync('docs/operating.md', 'utf8')
    for (const kind of PAUSE_KINDS) {
      const { mostMs, money } = PAUSES[kind]
      const row = page.split('\n').find((line) => line.startsWith(`| \`${kind}\` |`))
      expect(row, kind).toContain(mostMs === 0 ? '| – |' : `| ${mostMs / 86_400_000} days |`)
      expect(row, kind).toContain(money)
    }
  })
})

const hours = (most: number) => fc.integer({ min: 0, max: most })
const aTrade = fc.record({
  presents: fc.array(hours(30 * DAY), { maxLength: 2 }),
  decides: fc.array(fc.record({ after: hours(14 * DAY), approves: fc.boolean() }), { maxLength: 2 }),
  presentBy: fc.integer({ min: 1, max: 20 * DAY }),
  examineDays: fc.integer({ min: 1, max: 5 }),
})
const ownPauses = (by: (typeof BOTH)[number]): fc.Arbitrary<PlannedPause[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom('dispute', 'dispute', 'ask_time', 'locked', 'stands_still'),
      by: fc.constant(by),
      at: hours(40 * DAY),
      lasts: fc.integer({ min: 1, max: 7 * DAY }),
    }),
    { minLength: 1, maxLength: 4 },
  )
/** The value of an end to a side. Each side can have Quayside's decision at any time, by a dispute. */
const WORTH: Record<(typeof BOTH)[number], Record<PlayedEnd, number>> = {
  buyer: { buyer: 2, quayside: 1, seller: 0 },
  seller: { seller: 2, quayside: 1, buyer: 0 },
}
const RUNS = { numRuns: Number(process.env.FC_RUNS ?? 1_000), seed: Number(process.env.FC_SEED ?? 20_261_128) }

describe('a side that brings about every pause that it can', () => {
  test.each(BOTH)('has no more by it than without, or than by a dispute: the %s', (side) => {
    fc.assert(
      fc.property(aTrade, ownPauses(side), (trade, pauses) => {
        const paused = play({ ...trade, pauses })
        // The same history: the other side acts as it did, when it did.
        const { presents, decides } = paused.acted
        const at = side === 'buyer' ? { presents } : { decides }
        const without = play({ ...trade, pauses: [], at })
        return WORTH[side][paused.end] <= Math.max(WORTH[side][without.end], WORTH[side].quayside)
      }),
      RUNS,
    )
  })

  test('a buyer who rejects and takes it back has no more than one who rejects, or does not', () => {
    fc.assert(
      fc.property(aTrade, hours(40 * DAY), (trade, at) => {
        const takesBack = play({ ...trade, pauses: [{ kind: 'take_back', by: 'buyer', at, lasts: 0 }] })
        const stands = play({ ...trade, pauses: [] })
        const silent = play({ ...trade, decides: [], pauses: [] })
        const most = Math.max(WORTH.buyer[stands.end], WORTH.buyer[silent.end], WORTH.buyer.quayside)
        return WORTH.buyer[takesBack.end] <= most
      }),
      RUNS,
    )
  })

  test('late papers, late notices: disputes of the own, and requests in the last minute, change nothing', () => {
    const seller = { presents: [30 * DAY], decides: [], presentBy: 10 * DAY, examineDays: 5 }
    expect(play({ ...seller, pauses: [] }).end).toBe('buyer')
    const long: PlannedPause = { kind: 'dispute', by: 'seller', at: 10 * DAY - 1, lasts: 19 * DAY }
    expect(play({ ...seller, pauses: [long] }).end).toBe('quayside')
    // Examined until 2 Dec 23:59, and with the last notice until 3 Dec 23:59: an hour later is too late.
    const buyer = { presents: [1], decides: [{ after: 62, approves: false }], presentBy: 10 * DAY, examineDays: 1 }
    expect(play({ ...buyer, pauses: [] }).end).toBe('seller')
    const asked: PlannedPause = { kind: 'ask_time', by: 'buyer', at: 60, lasts: 0 }
    expect(play({ ...buyer, pauses: [asked] }).end).toBe('seller')
    const still: PlannedPause = { kind: 'stands_still', by: 'buyer', at: 60, lasts: 2 }
    expect(play({ ...buyer, pauses: [still] }).end).toBe('quayside')
  })
})

const bounces = (by: (typeof BOTH)[number]): fc.Arbitrary<PlannedPause[]> =>
  fc.array(
    fc.record({
      kind: fc.constant('bounce' as const),
      by: fc.constant(by),
      at: hours(40 * DAY),
      lasts: fc.integer({ min: 0, max: 60 * DAY }),
    }),
    { minLength: 1, maxLength: 6 },
  )
const silenceOf = (side: (typeof BOTH)[number]) => (side === 'buyer' ? { decides: [] } : { presents: [] })

describe('a side whose mailbox turns our letters away, as often as it likes', () => {
  test.each(BOTH)(
    'and who stays silent has what was agreed for silence: no veto, and no dispute by it: the %s',
    (side) => {
      fc.assert(
        fc.property(aTrade, bounces(side), (trade, pauses) => {
          const silent = { ...trade, ...silenceOf(side) }
          return play({ ...silent, pauses }).end === play({ ...silent, pauses: [] }).end
        }),
        RUNS,
      )
    },
  )

  test.each(BOTH)('gains five working days for its step at most: the %s', (side) => {
    fc.assert(
      fc.property(aTrade, bounces(side), (trade, pauses) => {
        const silent = { ...trade, ...silenceOf(side) }
        const late = play({ ...silent, pauses }).at.getTime() - play({ ...silent, pauses: [] }).at.getTime()
        return late >= 0 && late <= UNDELIVERED_MS
      }),
      RUNS,
    )
  })

  test.each(BOTH)('gains nothing of other pauses by it, whichever it brings about besides: the %s', (side) => {
    fc.assert(
      fc.property(aTrade, bounces(side), ownPauses(side), (trade, turnedAway, others) => {
        const silent = { ...trade, ...silenceOf(side) }
        const paused = play({ ...silent, pauses: [...turnedAway, ...others] })
        const { presents, decides } = paused.acted
        const without = play({ ...silent, pauses: [], at: side === 'buyer' ? { presents } : { decides } })
        return WORTH[side][paused.end] <= Math.max(WORTH[side][without.end], WORTH[side].quayside)
      }),
      RUNS,
    )
  })

  test('a week is five working days, whenever it begins', () => {
    for (let day = 1; day <= 7; day += 1) {
      const from = new Date(Date.UTC(2026, 11, day, 10))
      const working = Array.from({ length: 7 }, (_, after) => new Date(from.getTime() + (after + 1) * DAY * 3_600_000))
      expect(working.filter((one) => one.getUTCDay() % 6 !== 0)).toHaveLength(5)
    }
  })
})

const at = (hour: number) => new Date(Date.UTC(2026, 11, 1, 10) + hour * 3_600_000)
const aDispute = fc
  .record({
    openedBy: fc.constantFrom(...BOTH),
    at: hours(60 * DAY),
    lasts: hours(40 * DAY),
    wasWithdrawn: fc.boolean(),
  })
  .map(({ at: from, lasts, ...dispute }) => ({ ...dispute, openedAt: at(from), endedAt: at(from + lasts) }))
const aNotice = fc
  .record({ from: hours(20 * DAY), lasts: hours(20 * DAY) })
  .map(({ from, lasts }) => ({ givenAt: at(from), withdrawnAt: at(from + lasts) }))
const anAway = fc.record({
  owner: fc.constantFrom(...BOTH),
  kind: fc.constantFrom('locked' as const, 'stands_still' as const),
  from: hours(60 * DAY).map(at),
  until: fc.option(hours(90 * DAY).map(at)),
})
const aStanding = fc
  .record({
    isPresented: fc.boolean(),
    presentBy: hours(60 * DAY).map(at),
    examineDays: fc.integer({ min: 1, max: 30 }),
    disputes: fc.array(aDispute, { maxLength: 4 }),
    notices: fc.array(aNotice, { maxLength: 3 }),
    away: fc.array(anAway, { maxLength: 3 }),
    asksAt: fc.option(hours(60 * DAY).map(at)),
    ledgerDate: fc.option(hours(200 * DAY).map(at)),
  })
  .map(({ isPresented, presentBy, examineDays, asksAt, ...more }): TradeStanding => {
    const step = isPresented ? ('examine' as const) : ('present' as const)
    const request = { step, since: at(0), until: at(200 * DAY), answer: null, answeredAt: null }
    return {
      facts: { ...FUNDED, verifiedAt: at(0), confirmedAt: isPresented ? at(0) : null },
      createdAt: at(-DAY),
      decidedAt: null,
      payoutStatedAt: null,
      dates: { fundBy: at(0), presentBy, examineDays, weekend: 'sat_sun', onSilence: 'accepted', documents: [] },
      ranOut: [],
      requests: asksAt ? [{ ...request, askedAt: asksAt }] : [],
      amendments: [],
      ...more,
    }
  })
const FUNDED = {
  approval: 'Pending' as const,
  releaseState: null,
  refundState: null,
  releasedAt: null,
  cancelledAt: null,
  refundAskedAt: null,
  disputedAt: null,
}
const dueOf = (standing: TradeStanding) => deadlineOf(standing)?.dueAt.getTime() ?? Number.NaN
const NOTHING = { disputes: [], notices: [], away: [], requests: [] }

describe('the date of a step', () => {
  const ownerOf = (standing: TradeStanding): (typeof BOTH)[number] => (standing.facts.confirmedAt ? 'buyer' : 'seller')

  test('is never earlier by a pause, and moves by so much at most', () => {
    fc.assert(
      fc.property(aStanding, (standing) => {
        const plain = dueOf({ ...standing, ...NOTHING })
        const due = dueOf(standing)
        const last = Math.max(at(0).getTime(), ...standing.disputes.map(({ endedAt }) => endedAt.getTime()))
        const days = standing.facts.confirmedAt ? standing.dates.examineDays : 5
        const most =
          Math.max(plain, endOfWorkingDay(new Date(last), days).getTime()) + MOST_OF_STEP_MS + STANDS_STILL_MS
        return due >= plain && due <= most
      }),
      RUNS,
    )
  })

  test('is moved by nothing that its owner brings about, but to Quayside, by a week at most', () => {
    fc.assert(
      fc.property(aStanding, (standing) => {
        const owner = ownerOf(standing)
        const others = standing.disputes.filter(({ openedBy, wasWithdrawn }) => openedBy !== owner || !wasWithdrawn)
        const without = dueOf({ ...standing, ...NOTHING, disputes: others })
        const clock = deadlineOf(standing)
        const moved = (clock?.dueAt.getTime() ?? 0) - without
        return moved === 0 || (Boolean(clock?.wait?.until) && moved <= STANDS_STILL_MS)
      }),
      RUNS,
    )
  })

  test('is as far away after a dispute of the other side as it was before', () => {
    fc.assert(
      fc.property(aStanding, hours(50 * DAY), hours(80 * DAY), (standing, from, lasts) => {
        const plain = { ...standing, ...NOTHING, ledgerDate: null }
        const openedBy = ownerOf(standing) === 'buyer' ? ('seller' as const) : ('buyer' as const)
        const dispute = { openedBy, openedAt: at(from), endedAt: at(from + lasts), wasWithdrawn: true }
        const left = dueOf(plain) - at(from).getTime()
        return left < 0 || dueOf({ ...plain, disputes: [dispute] }) - dispute.endedAt.getTime() >= left
      }),
      RUNS,
    )
  })

  test('is moved by letters that come back, by five working days at most, and to no moment that the ledger leaves no time for', () => {
    fc.assert(
      fc.property(aStanding, hours(60 * DAY), fc.integer({ min: 0, max: 40 * DAY }), (standing, from, lasts) => {
        const owner = ownerOf(standing)
        const without = dueOf(standing)
        const pause = { owner, kind: 'undelivered' as const, from: at(from), until: at(from + lasts) }
        const due = dueOf({ ...standing, away: [...(standing.away ?? []), pause] })
        const last = standing.ledgerDate
          ? standing.ledgerDate.getTime() - 2 * DAY * 3_600_000
          : Number.POSITIVE_INFINITY
        const most = Math.max(without, Math.min(without + UNDELIVERED_MS + STANDS_STILL_MS, last))
        const other = owner === 'buyer' ? ('seller' as const) : ('buyer' as const)
        const ofOther = dueOf({ ...standing, away: [...(standing.away ?? []), { ...pause, owner: other }] })
        return due >= without && due <= most && ofOther === without
      }),
      RUNS,
    )
  })

  test('is moved to no moment that leaves no time before the date of the ledger', () => {
    fc.assert(
      fc.property(aStanding, (standing) => {
        const { ledgerDate } = standing
        const plain = dueOf({ ...standing, ...NOTHING })
        return !ledgerDate || dueOf(standing) <= Math.max(plain, ledgerDate.getTime() - 2 * DAY * 3_600_000)
      }),
      RUNS,
    )
  })
})

test('the end of funding waits for a ledger that is not read or is in doubt, and not for ever', () => {
  const clock = { kind: 'fund', dueAt: at(0) } as const
  const until = (completeTo: Date | null, more: { isDoubted?: boolean; now?: Date } = {}) =>
    waitsForLedger(clock, { read: { completeTo, isDoubted: more.isDoubted ?? false }, now: more.now ?? at(1) })
  expect(until(at(1))).toBeNull()
  for (const waits of [until(null), until(at(0)), until(at(1), { isDoubted: true })])
    expect(waits).toEqual(at(30 * DAY))
  expect(until(null, { now: at(30 * DAY) })).toBeNull()
  expect(
    waitsForLedger({ ...clock, kind: 'present' }, { read: { completeTo: null, isDoubted: true }, now: at(1) }),
  ).toBeNull()
})

test('a dispute is withdrawn before the own date, twice at most, and never one that a date has opened', () => {
  const clock = { owner: 'buyer' as const, dueAt: at(10) }
  const none = { disputes: [], ranOut: [] }
  const own = { side: 'buyer' as const, openedAt: at(1), clock, now: at(9) }
  expect(mayWithdraw(none, own)).toBe(true)
  expect(mayWithdraw(none, { ...own, now: at(10) })).toBe(false)
  expect(mayWithdraw(none, { ...own, side: 'seller', now: at(99) })).toBe(true)
  const before = { openedBy: 'buyer' as const, openedAt: at(0), endedAt: at(1), wasWithdrawn: true }
  expect(mayWithdraw({ ...none, disputes: [before] }, own)).toBe(true)
  expect(mayWithdraw({ ...none, disputes: [before, before] }, own)).toBe(false)
  const ranOut = [{ kind: 'present' as const, since: at(0), endedAt: at(1) }]
  expect(mayWithdraw({ ...none, ranOut }, own)).toBe(false)
})

test('a page says until when a step stands still at most, and of whom', () => {
  const clock = { owner: 'seller' as const, kind: 'present' as const, dueAt: at(300) }
  const away = [{ owner: 'seller' as const, kind: 'undelivered' as const, from: at(10), until: at(178) }]
  const until = (now: number, of: Partial<typeof clock> = {}) =>
    undeliveredUntil({ away }, { clock: { ...clock, ...of }, now: at(now) })
  expect(until(10)).toEqual(at(178))
  expect([until(9), until(178)]).toEqual([null, null])
  // The ledger's date may leave less time.
  expect(until(10, { dueAt: at(50) })).toEqual(at(50))
  expect(undeliveredUntil({ away }, { clock: { ...clock, owner: 'buyer' }, now: at(10) })).toBeNull()
})
