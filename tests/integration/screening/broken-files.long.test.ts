/** A file that is no list: the list before stays, operators are alerted once, and it is polled less often. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EmailContent } from '#app/notices/emails/emails.ts'
import { watchMachine } from '#app/ops/workflows/alerts/watch-machine.server.ts'
import { SANCTIONS_LISTS, type SanctionsListName } from '#app/screening/domain/listed-entry.ts'
import { refreshLists } from '#app/screening/workflows/refresh-lists.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { fileOf, MANY, serveMany } from '#tests/support/screening/served-lists.ts'
import { aUser } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const MINUTE = 60_000

let world: World
let deps: Deps
let now = new Date()
const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * MINUTE)
}

beforeAll(async () => {
  world = await openWorld()
  deps = { ...world.deps, clock: { now: () => now } }
  await aUser(deps.db, { role: 'admin' })
})

/** Each test begins with five whole lists in force. */
beforeEach(async () => {
  pass(1)
  serveMany(world)
  await deps.db.listSource.updateMany({ data: { retryAt: null } })
  await refreshLists(deps)
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const stateOf = (list: SanctionsListName) =>
  deps.db.listSource.findUniqueOrThrow({ where: { list }, include: { snapshot: true } })
const inForce = (list: SanctionsListName) => deps.db.listEntry.count({ where: { list, endedAt: null } })
const serve = (list: SanctionsListName, text: string) => world.harbour.market.lists.serve(list, text)

const whole = (list: SanctionsListName) => fileOf(list, MANY)
const other = (list: SanctionsListName): SanctionsListName => (list === 'un' ? 'eu' : 'un')
const BROKEN: [what: string, text: (list: SanctionsListName) => string, said: RegExp][] = [
  [
    'an error page with status 200',
    () => '<!DOCTYPE html><html><body>Busy</body></html>',
    /document type|begins with <html>/,
  ],
  [
    'an error page that begins as XML',
    () => '<?xml version="1.0"?><html><body>Busy</body></html>',
    /begins with <html>/,
  ],
  ['half a file', (list) => whole(list).slice(0, whole(list).length / 2), /not well-formed/],
  ['a file that breaks off before its last sign', (list) => whole(list).slice(0, -1), /not well-formed/],
  ['an empty file', () => '', /root element/],
  ['a file without entries', (list) => fileOf(list, 0), /^empty/],
  ['another list', (list) => whole(other(list)), /begins with/],
  ['a sentence', () => 'Too many requests', /is not XML/],
  ['a file that has lost more than a twentieth', (list) => fileOf(list, MANY - 5), /^shrunk: 75 entries/],
]

describe.each(SANCTIONS_LISTS)('%s', (list) => {
  test.each(BROKEN)('%s is not taken, whatever its status says', async (what, text, said) => {
    const before = await stateOf(list)
    expect(before).toMatchObject({ failures: 0, snapshot: { parsedCount: MANY } })
    serve(list, text(list))
    let failingSince: Date | null = null
    // Two minutes, doubled each time, and never earlier.
    for (const [at, wait] of [2, 4].entries()) {
      const retryAt = await refreshLists(deps)
      expect(retryAt).toEqual(new Date(now.getTime() + wait * MINUTE))
      const state = await stateOf(list)
      failingSince ??= state.failingSince
      expect(state, what).toMatchObject({ failures: at + 1, snapshotId: before.snapshotId, retryAt, failingSince })
      expect(state.lastError).toMatch(said)
      pass(wait - 1)
      expect(await refreshLists(deps)).toEqual(retryAt)
      expect((await stateOf(list)).failures).toBe(at + 1)
      pass(1)
    }
    expect((await stateOf(list)).lastGoodAt).toEqual(before.lastGoodAt)
    expect(await inForce(list)).toBe(MANY)
    const others = SANCTIONS_LISTS.filter((known) => known !== list)
    for (const one of others) expect(await stateOf(one)).toMatchObject({ failures: 0 })

    serve(list, whole(list))
    await refreshLists(deps)
    expect(await stateOf(list)).toMatchObject({ failures: 0, failingSince: null, lastError: null, retryAt: null })
  })

  test('one that has lost just a twentieth is taken', async () => {
    serve(list, fileOf(list, MANY - 4))
    await refreshLists(deps)
    expect(await stateOf(list)).toMatchObject({
      failures: 0,
      snapshot: { parsedCount: MANY - 4, ended: expect.any(Number) },
    })
    expect(await inForce(list)).toBe(MANY - 4)
  })
})

test.each(['ofac_sdn', 'ofac_consolidated'] as const)(
  '%s with fewer records than it declares is not taken',
  async (list) => {
    serve(list, whole(list).replace(`<Record_Count>${MANY}<`, `<Record_Count>${MANY + 1}<`))
    await refreshLists(deps)
    expect((await stateOf(list)).lastError).toMatch(/^fewer_than_declared/)
    expect(await inForce(list)).toBe(MANY)
  },
)

test('after hours of it a list is asked for every two hours', async () => {
  serve('eu', 'Busy')
  for (let times = 0; times < 9; times += 1) {
    const retryAt = await refreshLists(deps)
    pass(((retryAt?.getTime() ?? 0) - now.getTime()) / MINUTE)
  }
  expect(await refreshLists(deps)).toEqual(new Date(now.getTime() + 120 * MINUTE))
})

/** Returns the emails to operators about it: that it began, and that it is over. */
async function told(kind: string): Promise<{ began: string[]; over: string[] }> {
  const letters = await deps.db.outboxLetter.findMany({ orderBy: { id: 'asc' } })
  const alerts = letters.flatMap(({ content }) => {
    const letter = content as EmailContent
    return letter.letter === 'operator_alert' ? [letter] : []
  })
  const subjects = (part: 'began' | 'over') =>
    alerts.flatMap((alert) => alert[part].flatMap((one) => (one.kind === kind ? one.subject : []))).toSorted()
  return { began: subjects('began'), over: subjects('over') }
}

async function watch(minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 4) {
    await refreshLists(deps)
    await watchMachine(deps)
    pass(4)
  }
}

test('operators are told once of each list that cannot be read for an hour, and once that it can', async () => {
  for (const list of SANCTIONS_LISTS) serve(list, '<html><body>Busy</body></html>')
  await watch(180)
  expect(await told('list_failing')).toEqual({ began: SANCTIONS_LISTS.toSorted(), over: [] })
  serveMany(world)
  await deps.db.listSource.updateMany({ data: { retryAt: null } })
  await watch(60)
  expect(await told('list_failing')).toEqual({ began: SANCTIONS_LISTS.toSorted(), over: SANCTIONS_LISTS.toSorted() })
})

test('operators are told at once, and once, of a file that is too short', async () => {
  serve('un', fileOf('un', MANY - 5))
  await watch(40)
  expect(await told('list_refused')).toEqual({ began: ['un'], over: [] })
  await watch(120)
  expect((await told('list_refused')).began).toEqual(['un'])
})

test('a wallet of a kind that nobody knows fails nothing: the list is in force, and operators are told once of both', async () => {
  const wallet = { currency: 'NEWCOIN', address: 'newcoin1qqqqqqqqqqqqqqqqq' }
  for (const list of SANCTIONS_LISTS) serve(list, fileOf(list, MANY, { wallet }))
  await refreshLists(deps)
  for (const list of SANCTIONS_LISTS)
    expect(await stateOf(list)).toMatchObject({ failures: 0, unknownCurrencies: ['NEWCOIN'], lastGoodAt: now })
  // Named as a wallet, it is compared all the same, character by character.
  expect(await deps.db.listedWallet.count({ where: wallet })).toBe(2)
  await watch(120)
  expect((await told('list_unknown_wallet')).began).toEqual(SANCTIONS_LISTS.map((list) => `${list} NEWCOIN`).toSorted())
  serveMany(world)
  await deps.db.listSource.updateMany({ data: { retryAt: null } })
  await watch(40)
  expect((await told('list_unknown_wallet')).over).toEqual(SANCTIONS_LISTS.map((list) => `${list} NEWCOIN`).toSorted())
})
