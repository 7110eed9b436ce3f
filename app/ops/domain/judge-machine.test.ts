import { describe, expect, test } from 'vitest'
import { WAITS_FOR } from '#app/kernel/domain/payout-state.ts'
import { ALERT_CAUSES, alertSubject, isPressing, ruleOf } from './alert-cause.ts'
import { alertCausesOf, ofClock } from './judge-machine.ts'
import type { Backlog, Machine } from './machine.ts'

const at = new Date('2026-11-18T12:00:00Z')
const ago = (minutes: number) => new Date(at.getTime() - minutes * 60_000)
const none: Backlog = { count: 0, oldestAt: null, newestAt: null }
const some = (minutes: number): Backlog => ({ count: 2, oldestAt: ago(minutes), newestAt: ago(minutes / 2) })

const QUEUE: Machine['queues'][number] = {
  network: 'xrpl',
  underWay: none,
  waiting: Object.fromEntries(WAITS_FOR.map((reason) => [reason, none])) as Machine['queues'][number]['waiting'],
  failed: none,
  blocked: some(600),
  agreeing: none,
  behindSince: null,
  stops: [],
  unexplained: { what: '', seenAt: null, gapSeenAt: null },
  float: { state: 'enough', amount: '30' },
  feeCaps: { usual: '5000', urgent: '100000' },
}
const READING: Machine['readings'][number] = {
  network: 'stellar',
  account: 'GA',
  readAt: ago(1),
  ledger: 7,
  stopped: null,
}
const UNREAD = { ...READING, readAt: null }
const UNKNOWN: Machine['prices'][number] = { asset: 'XLM', doubt: 'price_unavailable' }
const BOOK: Machine['books'][number] = { network: 'xrpl', account: 'rA', asset: 'XRP', difference: '0', at: ago(50) }

const LIST: Machine['lists'][number] = {
  ...{ list: 'eu', failingSince: null, isStale: false },
  ...{ unknownCurrencies: [], refused: null },
}

const CALM: Machine = {
  at,
  beganAt: ago(99_999),
  jobRanAt: ago(0.1),
  workerSince: ago(600),
  schedule: [{ task: 'refresh_prices', everyMs: 60_000, succeededAt: ago(1) }],
  pulses: [
    { network: 'xrpl', answeredAt: ago(0.2) },
    { network: 'stellar', answeredAt: ago(0.2) },
  ],
  refusedStarts: [],
  clocksOff: [],
  settingsDiffer: [],
  givenUpJobs: 0,
  readings: [READING],
  queues: [QUEUE, { ...QUEUE, network: 'stellar' }],
  keepers: [],
  books: [BOOK, { ...BOOK, network: 'stellar', account: 'GA', asset: 'XLM' }],
  prices: [{ asset: 'XRP', doubt: null }],
  letters: { owed: none, givenUp: none },
  posts: none,
  lists: [LIST],
  reviews: none,
  lockedAlike: none,
  settlementsHeld: [],
  cases: none,
  disputes: { ...none, firstLedgerDate: null },
  changes: none,
  objections: none,
  storeTrouble: null,
  mailTrouble: null,
  proxyFaults: [],
}

function kindsOf(change: Partial<Machine>): string[] {
  return alertCausesOf({ ...CALM, ...change }).map(({ kind, subject }) =>
    subject === '' ? kind : `${kind} ${subject}`,
  )
}

const queued = (change: Partial<Machine['queues'][number]>) => ({
  queues: [
    { ...QUEUE, ...change },
    { ...QUEUE, network: 'stellar' as const },
  ],
})
const UNEXPLAINED = { cause: 'unexplained', since: ago(1) }
const scheduled = (change: Partial<Machine['schedule'][number]>) => {
  return { schedule: [{ task: 'refresh_prices', everyMs: 60_000, succeededAt: ago(1), ...change }] }
}
const answered = (answeredAt: Date | null): Partial<Machine> => {
  return { pulses: [{ network: 'xrpl', answeredAt }] }
}
const waiting = (reason: (typeof WAITS_FOR)[number], minutes: number) =>
  queued({ waiting: { ...QUEUE.waiting, [reason]: some(minutes) } })

describe('what is wrong', () => {
  test('nothing, while all is well and payouts wait for the wallets of their payees', () => {
    expect(kindsOf({})).toEqual([])
  })

  test.each<[string, Partial<Machine>, string[]]>([
    ['no worker was ever seen', { jobRanAt: null }, ['worker_silent']],
    ['an installation that has just begun has seen none', { jobRanAt: null, beganAt: ago(0.9) }, []],
    ['no job ran for a minute', { jobRanAt: ago(1.02) }, ['worker_silent']],
    ['a job ran just within the time', { jobRanAt: ago(1) }, []],
    ['a worker is started anew', { jobRanAt: ago(0.7) }, []],
    [
      'a job of the schedule misses three turns',
      scheduled({ succeededAt: ago(8.1) }),
      ['schedule_late refresh_prices'],
    ],
    ['a job of the schedule misses two turns', scheduled({ succeededAt: ago(7.9) }), []],
    ['it had no turn yet', scheduled({ succeededAt: ago(99), everyMs: 3_600_000 * 24 }), []],
    [
      'a job is late because no worker runs',
      { ...scheduled({ succeededAt: ago(99) }), jobRanAt: ago(90) },
      ['worker_silent'],
    ],
    ['a worker has just come back', { ...scheduled({ succeededAt: ago(99) }), workerSince: ago(2) }, []],
    [
      'no worker is known',
      { ...scheduled({ succeededAt: ago(99) }), workerSince: null },
      ['schedule_late refresh_prices'],
    ],
    ['a ledger is away', answered(ago(1.1)), ['ledger_away xrpl']],
    ['a ledger has answered within the time', answered(ago(1)), []],
    ['a ledger was never seen by a worker that runs', answered(null), ['ledger_away xrpl']],
    ['a ledger was never seen by a worker that has just begun', { ...answered(null), workerSince: ago(0.9) }, []],
    ['nobody knows whether anybody asks', { ...answered(null), workerSince: null }, []],
    ['no worker asks the ledgers', { ...answered(ago(9)), jobRanAt: ago(9) }, ['worker_silent']],
    [
      'an account is not read because its ledger is away',
      { ...answered(ago(9)), readings: [{ ...READING, network: 'xrpl', account: 'rA', readAt: ago(9) }] },
      ['ledger_away xrpl'],
    ],
    [
      'a start is refused',
      { refusedStarts: [{ role: 'worker', refusal: 'no', at: ago(1) }] },
      ['start_refused worker'],
    ],
    ['a clock is off', { clocksOff: [{ role: 'web', offMs: -61_000 }] }, ['clock_off web']],
    ['settings are not the same', { settingsDiffer: ['SERVICE_FEE'] }, ['settings_differ SERVICE_FEE']],
    ['an alert could not be posted', { posts: some(60) }, ['webhook_given_up']],
    ['jobs used up their tries', { givenUpJobs: 1 }, ['jobs_given_up']],
    ['an account was not read', { readings: [{ ...READING, readAt: ago(5.1) }] }, ['reading_late stellar GA']],
    ['an account was never read', { readings: [UNREAD] }, ['reading_late stellar GA']],
    ['an installation that has just begun has read nothing', { readings: [UNREAD], beganAt: ago(4) }, []],
    ['nothing was read since it began', { readings: [UNREAD], beganAt: ago(6) }, ['reading_late stellar GA']],
    [
      'an account is not read any more, which says it all',
      { readings: [{ ...READING, readAt: ago(99), stopped: { cause: 'history_gone', since: ago(99) } }] },
      ['reading_stopped stellar GA'],
    ],
    ['numbers have just been used up', queued({ behindSince: ago(4) }), []],
    ['numbers stay unexplained', queued({ behindSince: ago(6) }), ['leaving_late xrpl']],
    ['payouts are under way for long', queued({ underWay: some(16) }), ['payouts_late xrpl']],
    ['payouts have their turn soon', waiting('turn', 14), []],
    ['payouts wait for their turn for long', waiting('turn', 16), ['payouts_late xrpl']],
    ['the ledger gives no answer for long', waiting('ledger', 16), ['payouts_late xrpl']],
    ['the signer signs nothing for long', waiting('signer', 16), ['payouts_late xrpl']],
    [
      'payouts are stopped, which is why they are late',
      queued({ underWay: some(16), stops: [{ cause: 'switch', since: ago(20) }] }),
      ['payouts_switched xrpl'],
    ],
    [
      'books differed, which stops payouts',
      queued({ stops: [{ cause: 'books', since: ago(1) }] }),
      ['payouts_halted xrpl'],
    ],
    [
      'money and numbers are gone that nobody explains',
      queued({ stops: [UNEXPLAINED], unexplained: { what: '7 XRP', seenAt: ago(1), gapSeenAt: ago(1) } }),
      ['money_unexplained xrpl', 'numbers_unexplained xrpl'],
    ],
    ['it is unexplained what is', queued({ stops: [UNEXPLAINED] }), ['numbers_unexplained xrpl']],
    ['an agreed escrow waits for us', queued({ agreeing: some(16) }), ['agreements_late xrpl']],
    ['an agreed escrow was agreed just now', queued({ agreeing: some(14) }), []],
    ['a payout failed too often', queued({ failed: some(1) }), ['payouts_failed xrpl']],
    ['a payout meets a fault of ours', waiting('error', 1), ['payouts_error xrpl']],
    ['a second person is wanted', waiting('second_operator', 1), ['second_operator xrpl']],
    ['network fees are too high', waiting('fees', 1), ['fees_high xrpl']],
    ['the account does not hold the asset', waiting('cover', 1), ['cover_short xrpl']],
    ['our own money runs out', queued({ float: { state: 'low', amount: '1' } }), ['float_low xrpl']],
    ['our own money is used up', queued({ float: { state: 'used_up', amount: '-1' } }), ['float_used_up xrpl']],
    [
      'what pays for escrows of the ledger runs out',
      { keepers: [{ network: 'stellar', account: 'GK', state: 'low' }] },
      ['keeper_low stellar GK'],
    ],
    [
      'nothing pays for them any more',
      { keepers: [{ network: 'xrpl', account: 'rK', state: 'used_up' }] },
      ['keeper_used_up xrpl rK'],
    ],
    [
      'books differ by one unit',
      { books: [{ ...BOOK, difference: '-0.000001' }, ...CALM.books] },
      ['books_differ xrpl'],
    ],
    ['a ledger was not compared', { books: [BOOK] }, ['books_late stellar']],
    ['an installation that began an hour ago has not compared', { books: [BOOK], beganAt: ago(60) }, []],
    [
      'an installation of old has never compared',
      { books: [], beganAt: null },
      ['books_late stellar', 'books_late xrpl'],
    ],
    ['no price is good', { prices: [{ asset: 'XRP', doubt: 'prices_disagree' }] }, ['price_missing XRP']],
    ['an installation that has just begun knows no price', { prices: [UNKNOWN], beganAt: ago(4) }, []],
    ['no price was known since it began', { prices: [UNKNOWN], beganAt: ago(6) }, ['price_missing XLM']],
    [
      'two services contradict each other from the start',
      { prices: [{ asset: 'XRP', doubt: 'prices_disagree' }], beganAt: ago(1) },
      ['price_missing XRP'],
    ],
    ['letters wait', { letters: { owed: some(16), givenUp: none } }, ['letters_late']],
    ['letters are on their way', { letters: { owed: some(14), givenUp: none } }, []],
    ['letters were given up', { letters: { owed: none, givenUp: some(60) } }, ['letters_given_up']],
    ['the store is away', { storeTrouble: 'connection refused' }, ['store_failing']],
    ['the mail service refuses the key', { mailTrouble: '403 invalid_api_key' }, ['mail_refused']],
    ['a proxy passes on another host', { proxyFaults: [{ about: 'Host', since: ago(5) }] }, ['proxy_odd Host']],
    [
      'people must decide',
      { reviews: some(1), cases: some(1), disputes: { ...some(1), firstLedgerDate: null }, changes: some(1) },
      ['reviews_wait', 'cases_wait', 'disputes_wait', 'changes_wait'],
    ],
    ['an old mailbox has stopped a change', { objections: some(1) }, ['change_objected']],
    [
      'a dispute has waited for two weeks',
      { disputes: { ...some(14 * 24 * 60), firstLedgerDate: null } },
      ['disputes_wait', 'disputes_late'],
    ],
    ['a list is too old', { lists: [{ ...LIST, failingSince: ago(900), isStale: true }] }, ['list_old eu']],
    ['a list fails for long', { lists: [{ ...LIST, failingSince: ago(61) }] }, ['list_failing eu']],
    ['a list has just failed', { lists: [{ ...LIST, failingSince: ago(59) }] }, []],
    [
      'a file that is too short waits for two operators, which says it all',
      { lists: [{ ...LIST, failingSince: ago(61), refused: { id: 'f', fetchedAt: ago(61), wantedById: null } }] },
      ['list_refused eu'],
    ],
    [
      'a file that is too short leaves a list too old',
      {
        lists: [
          { ...LIST, failingSince: ago(61), isStale: true, refused: { id: 'f', fetchedAt: ago(61), wantedById: null } },
        ],
      },
      ['list_old eu', 'list_refused eu'],
    ],
    [
      'a list names wallets of kinds that nobody knows',
      { lists: [{ ...LIST, unknownCurrencies: ['NEWCOIN', 'NEW COIN'] }] },
      ['list_unknown_wallet eu NEWCOIN', 'list_unknown_wallet eu NEW COIN'],
    ],
  ])('when %s', (_, change, expected) => {
    expect(kindsOf(change)).toEqual(expected)
  })

  test('somebody whose money a ledger holds is like an entry, which is news with every one', () => {
    const told = (lockedAlike: Machine['lockedAlike']) => alertCausesOf({ ...CALM, lockedAlike })
    expect(told(some(1))).toMatchObject([{ kind: 'locked_alike', mark: some(1).newestAt?.toISOString() }])
  })

  test('a confirmed match holds what a ledger is to pay: told at once, a day before its last moment, and when that has passed', () => {
    const deadline = new Date('2026-12-10T23:59:00Z')
    const settlementsHeld = [{ network: 'xrpl' as const, since: ago(1), deadline }]
    const markAt = (now: string) => {
      const told = alertCausesOf({ ...CALM, at: new Date(now), settlementsHeld })
      return told.find(({ kind, subject }) => kind === 'settlement_held' && subject === 'xrpl')?.mark
    }
    const times = ['2026-12-01T00:00:00Z', '2026-12-09T23:48:59Z', '2026-12-09T23:49:00Z', '2026-12-10T23:48:59Z']
    const [first, before, due, last] = times.map(markAt)
    expect([first === before, due === before, due === last]).toEqual([true, false, true])
    expect(markAt('2026-12-10T23:49:00Z')).not.toBe(last)
    // What the date itself returns has no last moment.
    const returned = [{ network: 'xrpl' as const, since: ago(1), deadline: null }]
    expect(alertCausesOf({ ...CALM, settlementsHeld: returned })).toMatchObject([{ kind: 'settlement_held' }])
  })

  test.each([
    ['2026-11-25T23:59:00Z', ['reviews_wait']],
    ['2026-11-26T00:00:00Z', ['reviews_wait', 'reviews_late']],
  ])('a check that began on a Monday, at %s: %j', (now, expected) => {
    const oldestAt = new Date('2026-11-23T09:00:00Z')
    const reviews = { count: 1, oldestAt, newestAt: oldestAt }
    const told = alertCausesOf({ ...CALM, at: new Date(now), reviews }).map(({ kind }) => kind)
    expect(told.filter((kind) => kind.startsWith('reviews'))).toEqual(expected)
  })

  test.each([
    ['2026-11-29T23:58:00Z', ['disputes_wait']],
    ['2026-11-30T00:00:00Z', ['disputes_wait', 'disputes_due']],
    ['2026-11-30T23:59:00Z', ['disputes_wait', 'disputes_due']],
    ['2026-11-30T23:59:01Z', ['disputes_wait', 'disputes_late']],
  ])('a dispute of a Monday, at %s: %j', (now, expected) => {
    const oldestAt = new Date('2026-11-23T09:00:00Z')
    const disputes = { count: 1, oldestAt, newestAt: oldestAt, firstLedgerDate: null }
    const told = alertCausesOf({ ...CALM, at: new Date(now), disputes }).map(({ kind }) => kind)
    expect(told.filter((kind) => kind.startsWith('disputes'))).toEqual(expected)
  })

  test('a dispute about what a ledger gives back soon is due a day before that', () => {
    const oldestAt = new Date('2026-11-23T09:00:00Z')
    const disputes = { count: 1, oldestAt, newestAt: oldestAt, firstLedgerDate: new Date('2026-11-26T23:59:00Z') }
    const told = (at: string) => alertCausesOf({ ...CALM, at: new Date(at), disputes }).map(({ kind }) => kind)
    expect(told('2026-11-24T12:00:00Z')).not.toContain('disputes_due')
    expect(told('2026-11-25T12:00:00Z')).toContain('disputes_due')
    expect(told('2026-11-26T00:00:00Z')).toContain('disputes_late')
  })

  test('another case is news, another late payout is not', () => {
    const marksOf = (change: Partial<Machine>) => alertCausesOf({ ...CALM, ...change }).map(({ mark }) => mark)
    expect(marksOf({ cases: some(10) })).not.toEqual(marksOf({ cases: { ...some(10), newestAt: ago(1) } }))
    expect(marksOf(queued({ underWay: some(20) }))).toEqual(marksOf(queued({ underWay: some(30) })))
    const file = (wantedById: string | null) => {
      return { lists: [{ ...LIST, refused: { id: 'f', fetchedAt: ago(5), wantedById } }] }
    }
    expect(marksOf(file(null))).not.toEqual(marksOf(file('olga')))
  })

  test('what left is told with its amount, and another one is news; so is another difference of the books', () => {
    const toldOf = (change: Partial<Machine>) => alertCausesOf({ ...CALM, ...change })
    const gone = (seenAt: Date) =>
      queued({ stops: [UNEXPLAINED], unexplained: { what: '7 XRP → rX (AB)', seenAt, gapSeenAt: null } })
    const [[first], [second]] = [toldOf(gone(ago(2))), toldOf(gone(ago(1)))]
    expect(first?.facts).toEqual({ what: '7 XRP → rX (AB)' })
    expect(first?.mark).not.toBe(second?.mark)
    const [differ] = toldOf({ books: [{ ...BOOK, difference: '-5.01' }, ...CALM.books.slice(1)] })
    expect(differ?.facts).toEqual({ what: '−5.01 XRP' })
    expect(differ?.mark).toBe('rA −5.01 XRP')
  })

  test('a clock is told with its seconds', () => {
    expect(ofClock({ role: 'web', offMs: 90_400 }).facts).toEqual({ seconds: '+90' })
    expect(ofClock({ role: 'web', offMs: -61_000 }).facts).toEqual({ seconds: '−61' })
  })

  test('what stands still is pressing, what waits for a decision is not', () => {
    const later = ALERT_CAUSES.filter((kind) => ruleOf(kind).urgency === 'later')
    expect(ALERT_CAUSES.filter((kind) => !isPressing({ kind }))).toEqual(later)
    expect(later).toEqual(expect.arrayContaining(['payouts_switched', 'cases_wait', 'second_operator', 'float_low']))
  })

  test('a subject names its network and its account, or its asset', () => {
    expect(alertSubject('xrpl rA')).toEqual({
      network: 'XRP Ledger',
      asset: 'xrpl',
      header: 'xrpl',
      name: 'xrpl',
      list: 'xrpl',
      currency: '',
      account: 'rA',
    })
    expect(alertSubject('USDC')).toEqual({
      network: 'USDC',
      asset: 'USDC',
      header: 'USDC',
      name: 'USDC',
      list: 'USDC',
      currency: '',
      account: null,
    })
    expect(alertSubject('ofac_sdn').list).toBe('OFAC SDN')
    expect(alertSubject('uk NEW COIN')).toMatchObject({ list: 'UK', currency: 'NEW COIN', account: null })
  })
})
