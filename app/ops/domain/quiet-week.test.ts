/** Weeks of checks, simulated with the real rules: who gets an email, and when. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WAITS_FOR } from '#app/kernel/domain/payout-state.ts'
import { ALERT_CAUSES, type AlertCause, type AlertKind, ruleOf } from './alert-cause.ts'
import { type Alert, type Alerting, alertingOf, noteAlertCauses, noteAlerting } from './alerting.ts'
import { alertCausesOf } from './judge-machine.ts'
import type { Backlog, Machine } from './machine.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const LOOK = 15 * SECOND
const WEEK = 7 * 24 * 60 * MINUTE
const BEGAN = Date.parse('2026-11-16T00:00:00Z')
const none: Backlog = { count: 0, oldestAt: null, newestAt: null }

type Cut = {
  service: 'worker' | 'database' | 'stellar' | 'xrpl' | 'mail' | 'prices' | 'store' | 'job'
  at: number
  until: number
}

/** How long each may be down without an alert; a job that fails misses one turn. */
const SHORT: Record<Cut['service'], number> = {
  worker: 40 * SECOND,
  database: 40 * SECOND,
  stellar: 40 * SECOND,
  xrpl: 40 * SECOND,
  mail: 10 * MINUTE,
  prices: 4 * MINUTE,
  store: 60 * SECOND,
  job: MINUTE,
}

/** Returns the last turn before `t`, one in every `every`, at which none of the services was down. */
function lastTurn(t: number, every: number, cuts: readonly Cut[], of: readonly Cut['service'][]): number {
  for (let turn = t - (t % every); ; turn -= every) {
    if (!cuts.some(({ service, at, until }) => of.includes(service) && at <= turn && turn < until)) return turn
  }
}

function machineAt(t: number, cuts: readonly Cut[]): Machine {
  const at = new Date(t)
  const date = (every: number, of: readonly Cut['service'][]) => new Date(lastTurn(t, every, cuts, of))
  const away = (service: Cut['service']) => cuts.find((cut) => cut.service === service && cut.at <= t && t < cut.until)
  const pricedAt = date(MINUTE, ['prices', 'worker', 'database'])
  const mail = away('mail')
  const networks = ['stellar', 'xrpl'] as const
  return {
    at,
    beganAt: new Date(BEGAN - WEEK),
    jobRanAt: date(5 * SECOND, ['worker', 'database']),
    workerSince: new Date(BEGAN - WEEK),
    schedule: [
      { task: 'sweep_open_work', everyMs: MINUTE, succeededAt: date(MINUTE, ['job', 'worker', 'database']) },
      {
        task: 'look_at_keepers',
        everyMs: 10 * MINUTE,
        succeededAt: date(10 * MINUTE, ['job', 'worker', 'database', 'stellar']),
      },
    ],
    pulses: networks.map((network) => ({ network, answeredAt: date(LOOK, [network, 'worker', 'database']) })),
    refusedStarts: [],
    clocksOff: [],
    settingsDiffer: [],
    givenUpJobs: 0,
    readings: networks.map((network) => {
      return { network, account: 'A', readAt: date(MINUTE, [network, 'worker', 'database']), ledger: 7, stopped: null }
    }),
    queues: networks.map((network) => ({
      network,
      underWay: away(network) ? { count: 1, oldestAt: new Date(away(network)?.at ?? 0), newestAt: at } : none,
      waiting: Object.fromEntries(WAITS_FOR.map((reason) => [reason, none])) as Machine['queues'][number]['waiting'],
      failed: none,
      blocked: none,
      agreeing: none,
      behindSince: null,
      stops: [],
      unexplained: { what: '', seenAt: null, gapSeenAt: null },
      float: { state: 'enough', amount: '30' },
      feeCaps: { usual: '5000', urgent: '100000' },
    })),
    keepers: [],
    books: networks.map((network) => {
      return {
        network,
        account: 'A',
        asset: network === 'xrpl' ? 'XRP' : 'XLM',
        difference: '0',
        at: new Date(t - 20 * MINUTE),
      }
    }),
    prices: [{ asset: 'XRP', doubt: t - pricedAt.getTime() > 5 * MINUTE ? 'price_unavailable' : null }],
    letters: { owed: mail ? { count: 9, oldestAt: new Date(mail.at), newestAt: at } : none, givenUp: none },
    posts: none,
    lists: [],
    reviews: none,
    lockedAlike: none,
    settlementsHeld: [],
    cases: none,
    disputes: { ...none, firstLedgerDate: null },
    changes: none,
    objections: none,
    storeTrouble: away('store') ? 'connection refused' : null,
    mailTrouble: null,
    proxyFaults: [],
  }
}

/** Checks every 15 seconds, except while the database is down. Skips stretches in which nothing is wrong or open. */
function play(cuts: readonly Cut[], until: number, phase = 0): { at: number; telling: Alerting }[] {
  const told: { at: number; telling: Alerting }[] = []
  let alerts: Alert[] = []
  let count = 0
  for (let t = BEGAN + phase; t < until; t += LOOK) {
    const near = cuts.filter((cut) => cut.at <= t && t < cut.until + 30 * MINUTE)
    if (near.length === 0 && alerts.every(({ closedAt }) => closedAt !== null)) continue
    if (near.some(({ service, until }) => service === 'database' && t < until)) continue
    const now = new Date(t)
    alerts = noteAlertCauses(alerts, alertCausesOf(machineAt(t, near)), { now, newId: () => `${count++}` })
    const telling = alertingOf(alerts, now)
    alerts = noteAlerting(alerts, telling, now)
    if (telling) told.push({ at: t, telling })
  }
  return told
}

/** One after the other, at least two minutes apart: two at once are not a short one. */
const quietWeek = fc
  .array(
    fc.record({
      service: fc.constantFrom(...(Object.keys(SHORT) as Cut['service'][])),
      pause: fc.integer({ min: 2 * MINUTE, max: 240 * MINUTE }),
      share: fc.double({ min: 0.05, max: 1, noNaN: true }),
    }),
    { minLength: 40, maxLength: 120 },
  )
  .map((outages) => {
    let t = BEGAN
    return outages.map(({ service, pause, share }): Cut => {
      const at = t + pause
      t = at + Math.floor(SHORT[service] * share)
      return { service, at, until: t }
    })
  })
const phase = fc.integer({ min: 0, max: LOOK - 1 })

describe('a week', () => {
  test('of short outages of everything, one after the other, is quiet', () => {
    fc.assert(
      fc.property(quietWeek, phase, (cuts, phase) => {
        expect(play(cuts, BEGAN + WEEK, phase).map(({ telling }) => telling)).toEqual([])
      }),
      { numRuns: 10 },
    )
  })

  test.each<[Cut['service'], AlertKind, number, number]>([
    ['worker', 'worker_silent', 55 * SECOND, 90 * SECOND],
    ['stellar', 'ledger_away', 55 * SECOND, 90 * SECOND],
    ['store', 'store_failing', 90 * SECOND, 2 * MINUTE],
    ['prices', 'price_missing', 5 * MINUTE, 8 * MINUTE],
    ['mail', 'letters_late', 15 * MINUTE, 17 * MINUTE],
    ['job', 'schedule_late', 8 * MINUTE, 11 * MINUTE],
  ])(
    'in which %s stays away is told of as %s in its time, and of no more than that',
    (service, kind, soonest, latest) => {
      fc.assert(
        fc.property(quietWeek, phase, fc.integer({ min: 0, max: MINUTE }), (before, phase, moment) => {
          const at = (before.at(-1)?.until ?? BEGAN) + 2 * MINUTE + moment
          const cuts = [...before, { service, at, until: at + 60 * MINUTE }]
          const [first] = play(cuts, at + 20 * MINUTE, phase)
          expect(first?.telling.began.map((alert) => alert.kind)).toEqual([kind])
          expect(first && first.at - at).toBeGreaterThanOrEqual(soonest)
          expect(first && first.at - at).toBeLessThanOrEqual(latest)
        }),
        { numRuns: 4 },
      )
    },
  )
})

/** Alerts of other kinds that come, go and gain marks, as busy as they can be. */
const noiseOf = (kind: AlertKind) =>
  fc.array(
    fc.record({
      kind: fc.constantFrom(...ALERT_CAUSES.filter((other) => other !== kind)),
      at: fc.integer({ min: 0, max: 120 }),
      looks: fc.integer({ min: 1, max: 240 }),
      markEvery: fc.integer({ min: 1, max: 60 }),
    }),
    { maxLength: 12 },
  )

test('each kind that lasts is told in its time, whatever was written before', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ALERT_CAUSES).chain((kind) => fc.tuple(fc.constant(kind), noiseOf(kind))),
      fc.integer({ min: 0, max: 180 }),
      ([kind, noise], start) => {
        let alerts: Alert[] = []
        let count = 0
        for (let look = 0; ; look += 1) {
          const now = new Date(BEGAN + look * LOOK)
          const others = noise
            .filter(({ at, looks }) => at <= look && look < at + looks)
            .map((seen, place): AlertCause => {
              const mark = `${Math.floor(look / seen.markEvery)}`
              return { kind: seen.kind, subject: `${place}`, since: null, mark, facts: {} }
            })
          const own: AlertCause[] = look < start ? [] : [{ kind, subject: '', since: null, mark: '', facts: {} }]
          alerts = noteAlertCauses(alerts, [...others, ...own], { now, newId: () => `${count++}` })
          const telling = alertingOf(alerts, now)
          alerts = noteAlerting(alerts, telling, now)
          if (!telling?.began.some((alert) => alert.kind === kind)) {
            expect((look - start) * LOOK).toBeLessThan(ruleOf(kind).lastsMs)
            continue
          }
          expect(look).toBeGreaterThanOrEqual(start)
          return
        }
      },
    ),
    { numRuns: 100 },
  )
})

test('of one thing not more is written than its limit, however often it is news', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ALERT_CAUSES),
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 400, maxLength: 600 }),
      (kind, seen) => {
        let alerts: Alert[] = []
        let count = 0
        let last = Number.NEGATIVE_INFINITY
        for (const [look, mark] of seen.entries()) {
          const now = new Date(BEGAN + look * LOOK)
          const troubles: AlertCause[] =
            mark === 0 ? [] : [{ kind, subject: '', since: null, mark: `${mark}`, facts: {} }]
          alerts = noteAlertCauses(alerts, troubles, { now, newId: () => `${count++}` })
          const telling = alertingOf(alerts, now)
          alerts = noteAlerting(alerts, telling, now)
          if (!telling || telling.began.length + telling.passed.length === 0) continue
          expect(now.getTime() - last).toBeGreaterThanOrEqual(ruleOf(kind).limitMs)
          last = now.getTime()
        }
      },
    ),
    { numRuns: 20 },
  )
})
