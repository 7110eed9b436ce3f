/** Who is compared with the lists, what waits for it, and how it continues: with harbour lists and real payouts. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { registerUser } from '#app/accounts/workflows/register-user.server.ts'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { findListedWallets } from '#app/screening/db/entries.server.ts'
import { refreshLists } from '#app/screening/workflows/refresh-lists.server.ts'
import { screenPayouts, screenPerson } from '#app/screening/workflows/screen.server.ts'
import { dueNow } from '#app/trade/opening/queries/due-now.server.ts'
import { openEscrow } from '#app/trade/opening/workflows/open-escrow.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { runRound } from '#tests/support/settlement/payout-rounds.ts'
import { queuePayouts } from '#tests/support/settlement/queued-payouts.ts'
import { granted, PASSWORD, submission, walletOf } from '#tests/support/world/people.ts'
import { anEnvelope } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

afterEach(() => {
  world.harbour.faults.clear()
})

const inDays = (days: number): WorkerDeps => ({
  ...world.deps,
  clock: { now: () => new Date(Date.now() + days * 86_400_000) },
})

async function person(name: string): Promise<string> {
  const email = `${randomUUID()}@example.org`
  const newcomer = { name, email, password: PASSWORD, role: 'buyer', isPilot: true, locale: 'en' } as const
  const { userId } = granted(await registerUser(world.deps, newcomer))
  await screenPerson(world.deps, { userId })
  return userId
}

const reviewsOf = (userId: string) =>
  world.deps.db.screeningReview.findMany({
    where: { subject: `user:${userId}` },
    include: { entry: { select: { list: true } } },
    orderBy: { score: 'desc' },
  })
const lastOf = (userId: string) =>
  world.deps.db.screening.findFirstOrThrow({
    where: { subject: `user:${userId}` },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
  })
const payoutOf = (id: string) => world.deps.db.transfer.findUniqueOrThrow({ where: { id }, include: { escrow: true } })
const statesOf = async () =>
  Object.fromEntries(
    (await world.deps.db.listSource.findMany({ include: { snapshot: true } })).map((row) => [row.list, row]),
  )

async function nameSeller(payoutId: string, name: string) {
  const { escrow } = await payoutOf(payoutId)
  const sellerId = escrow?.sellerId ?? ''
  await world.deps.db.user.update({ where: { id: sellerId }, data: { name } })
  return sellerId
}

test('every list of the harbour is in force, with its count and its fingerprint', async () => {
  const states = await statesOf()
  expect(Object.keys(states)).toEqual(expect.arrayContaining(['ofac_sdn', 'ofac_consolidated', 'un', 'eu', 'uk']))
  for (const { snapshot, failures } of Object.values(states)) {
    expect(failures).toBe(0)
    expect(snapshot?.parsedCount).toBeGreaterThan(0)
    expect(snapshot?.sha256).toMatch(/^[0-9a-f]{64}$/)
  }
  const events = await world.deps.db.auditEvent.findMany({ where: { kind: 'list_in_force' } })
  const { snapshot } = states.eu ?? {}
  expect(events.map(({ detail }) => detail)).toContainEqual({
    ...{ list: 'eu', snapshotId: snapshot?.id, sha256: snapshot?.sha256 },
    ...{ entries: snapshot?.parsedCount, added: snapshot?.parsedCount, ended: 0 },
  })
})

test('whoever is like nobody is clear, with the lists that say so', async () => {
  const userId = await person('Marguerite Oldenquist')
  expect(await reviewsOf(userId)).toEqual([])
  expect(await lastOf(userId)).toMatchObject({ outcome: 'clear', snapshotIds: { length: 5 }, times: 1 })
  await screenPerson(world.deps, { userId })
  expect(await lastOf(userId)).toMatchObject({ outcome: 'clear', times: 2 })
})

test.each([
  ['Baltazar Quillfeather', 'ofac_sdn'],
  ['Зебулон Тарнвик', 'un'],
  ['TARNWICK, Zebulon', 'un'],
  ['Ottoline Grimsborrow', 'eu'],
  ['Peregrine A. Mosshollow', 'uk'],
  ['Saltmarrow Commodities Limited', 'ofac_consolidated'],
])('%s is looked at by a person, and can open and pay nothing until then', async (name, list) => {
  const userId = await person(name)
  expect((await reviewsOf(userId))[0]).toMatchObject({ by: 'name', state: 'open', entry: { list } })
  expect(await lastOf(userId)).toMatchObject({ outcome: 'review' })
  const asked = { userId, amountUsd: '20000', couponCode: '', asset: 'USDC' } as const
  expect(await quoteServiceFee(world.deps, asked)).toMatchObject({ refused: 'account_being_checked' })
  const form = submission({ id: userId, email: '' }, { currency: 'XLM', amount: '5' })
  expect(await openEscrow(world.deps, form)).toMatchObject({ refused: 'account_being_checked' })
})

test('whoever is held and pays into an open escrow is told that it is kept', async () => {
  const userId = await person('Marguerite Oldenquist')
  const due = { amount: '5', asset: 'XLM', now: new Date(), payerId: userId } as const
  expect(await dueNow(world.deps.db, due)).toMatchObject({ isChecked: false })
  await world.deps.db.user.update({ where: { id: userId }, data: { name: 'Balthazar Quillfeather' } })
  await screenPerson(world.deps, { userId })
  expect(await dueNow(world.deps.db, due)).toMatchObject({ isChecked: true })
})

test('the same likeness is found once, and again when the name is another', async () => {
  const userId = await person('Fenwraith Metals')
  await screenPerson(world.deps, { userId })
  expect(await reviewsOf(userId)).toHaveLength(1)
  await world.deps.db.user.update({ where: { id: userId }, data: { name: 'Fenwraith Metal' } })
  await screenPerson(world.deps, { userId })
  expect(await reviewsOf(userId)).toHaveLength(2)
})

test('a payout is sent when everybody is clear, and the comparison is on record', async () => {
  const [id = ''] = await queuePayouts(world, 'XLM', 1)
  await world.workUntil(async () => {
    await runRound(world.deps, { payoutId: id })
    return (await payoutOf(id)).state === 'confirmed'
  }, 'it is paid')
  const rows = await world.deps.db.screening.findMany({ where: { payoutId: id } })
  expect(rows.map(({ outcome }) => outcome)).toEqual(rows.map(() => 'clear'))
  expect(new Set(rows.map(({ subject }) => subject.split(':')[0]))).toEqual(new Set(['user', 'wallet']))
})

test('whoever is listed tomorrow has a queued payout held by the next refresh, and nothing is lost', async () => {
  const name = `Wilhelmina Duskmantle ${randomUUID().slice(0, 4)}`
  const [id = ''] = await queuePayouts(world, 'XLM', 1)
  const sellerId = await nameSeller(id, name)
  await screenPerson(world.deps, { userId: sellerId })
  expect(await reviewsOf(sellerId)).toEqual([])

  world.harbour.market.lists.add('eu', { name })
  await refreshLists(world.deps)
  await world.workUntil(async () => (await reviewsOf(sellerId)).length === 1, 'the new list is compared with everybody')
  await runRound(world.deps, { payoutId: id })
  expect(await payoutOf(id)).toMatchObject({ state: 'queued', waitsFor: 'check', amount: expect.anything() })
})

test('a list is in force with the comparison that it asks for, or not at all; the comparison says with which it was', async () => {
  const { db } = world.deps
  const userId = await person('Marguerite Oldenquist')
  const before = (await statesOf()).un?.snapshotId
  world.harbour.market.lists.add('un', { name: 'Theodosia Larkmoor' })
  await db.$executeRawUnsafe(`create function refuse_job() returns trigger language plpgsql as $$
    begin if new.key like 'screen_people:%' then raise exception 'the worker dies'; end if; return new; end $$`)
  await db.$executeRawUnsafe(
    'create trigger refuse_job before insert on graphile_worker._private_jobs for each row execute function refuse_job()',
  )
  await expect(refreshLists(inDays(0.2))).rejects.toThrow(/the worker dies/)
  await db.$executeRawUnsafe('drop function refuse_job() cascade')
  expect((await statesOf()).un?.snapshotId).toBe(before)
  await refreshLists(inDays(0.4))
  const since = (await statesOf()).un?.snapshotId ?? ''
  expect(since).not.toBe(before)
  const compared = () => db.screening.findFirst({ where: { subject: `user:${userId}`, purpose: 'list' } })
  await world.workUntil(async () => (await compared()) !== null, 'everybody is compared with what is new')
  expect(await compared()).toMatchObject({ outcome: 'clear', snapshotIds: [since] })
})

test('a wallet on a list holds the payout to it at once; one that differs in the case of a letter is another', async () => {
  const [id = ''] = await queuePayouts(world, 'XRP', 1)
  const address = walletOf('XRP', 'seller')
  world.harbour.market.lists.add('uk', { name: 'Nobody whom anybody knows', wallet: { currency: 'XRP', address } })
  await refreshLists(world.deps)
  await world.workUntil(async () => {
    await runRound(world.deps, { payoutId: id })
    return (await payoutOf(id)).waitsFor === 'check'
  }, 'it waits for a check')
  const [review] = await world.deps.db.screeningReview.findMany({ where: { subject: `wallet:${address}` } })
  expect(review).toMatchObject({ by: 'wallet', typed: address, state: 'open' })
  const other = `${address.slice(0, -1)}${address.endsWith('a') ? 'b' : 'a'}`
  const wallets = [other, address.toLowerCase()]
  expect(await findListedWallets(world.deps.db, wallets)).toEqual([])
})

test('lists older than a day let no payout go, and go on when they are there again', async () => {
  const [id = ''] = await queuePayouts(world, 'XLM', 1)
  world.harbour.faults.set({ target: 'market', kind: 'server_error', match: '/lists/' })
  const lastGoodAt = new Date(Date.now() - 25 * 3_600_000)
  await world.deps.db.listSource.update({ where: { list: 'un' }, data: { lastGoodAt } })
  await world.workUntil(async () => {
    await runRound(world.deps, { payoutId: id })
    return (await payoutOf(id)).waitsFor === 'lists'
  }, 'it waits for the lists')
  const rows = await world.deps.db.screening.findMany({ where: { payoutId: id } })
  expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(['unavailable']))

  world.harbour.faults.clear()
  await world.deps.db.listSource.update({ where: { list: 'un' }, data: { retryAt: null } })
  await world.workUntil(async () => {
    await refreshLists(world.deps)
    await runRound(world.deps, { payoutId: id })
    return (await payoutOf(id)).state === 'confirmed'
  }, 'it is paid when the lists are there again')
})

test.each(['html', 'server_error', 'drop_before'] as const)(
  'a list that comes as %s is not taken: the one before stays in force, and the trouble is on record',
  async (kind) => {
    const before = await statesOf()
    world.harbour.faults.set({ target: 'market', kind, match: '/lists/un/' })
    await refreshLists(inDays(0.1))
    const { un, eu } = await statesOf()
    expect(un).toMatchObject({ snapshotId: before.un?.snapshotId, failingSince: expect.any(Date) })
    expect(un?.failures).toBeGreaterThan(0)
    expect(un?.retryAt?.getTime()).toBeGreaterThan(Date.now())
    expect(eu?.failures).toBe(0)
    world.harbour.faults.clear()
    await refreshLists(inDays(1))
    expect((await statesOf()).un).toMatchObject({ failures: 0, failingSince: null, lastError: null })
  },
)

test('an entry that is worded anew is another one; one that is unchanged stays the same row', async () => {
  const rows = () =>
    world.deps.db.listEntry.findMany({ where: { list: 'ofac_sdn', endedAt: null }, orderBy: { sourceId: 'asc' } })
  const before = await rows()
  world.harbour.market.lists.add('ofac_sdn', { name: 'Cornelius Ashgrove' })
  await refreshLists(inDays(2))
  const after = await rows()
  expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)))
  expect(after).toHaveLength(before.length + 1)
  world.harbour.market.lists.remove('ofac_sdn', 'Cornelius Ashgrove')
  await refreshLists(inDays(3))
  expect((await rows()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  expect(await reviewsOf(await person('Cornelius Ashgrove'))).toEqual([])
})

test('the database stores no envelope of who is held, nor of what was not compared', async () => {
  const { db } = world.deps
  const [held = '', stale = '', fresh = ''] = await queuePayouts(world, 'XLM', 3)
  await screenPerson(world.deps, { userId: await nameSeller(held, 'Balthazar Quillfeather') })
  const lastGoodAt = new Date(Date.now() - 25 * 3_600_000)
  await db.listSource.update({ where: { list: 'eu' }, data: { lastGoodAt } })
  expect(await screenPayouts(world.deps, [stale])).toEqual(new Map([[stale, 'unavailable']]))
  const sign = async (payoutId: string) => db.transferAttempt.create({ data: { payoutId, ...(await anEnvelope(db)) } })
  await expect(sign(held)).rejects.toThrow(/waits until somebody has looked/)
  await expect(sign(stale)).rejects.toThrow(/not compared with lists that are in force/)
  // Nor is a payout signed that nobody has compared.
  await expect(sign(fresh)).rejects.toThrow(/not compared with lists that are in force/)
})

test('whoever has stated a listed wallet is held for it, whichever they state later, and so is everybody who stated it', async () => {
  const { db } = world.deps
  const address = walletOf('XLM', 'exchange')
  world.harbour.market.lists.add('un', { name: 'Nobody who trades here', wallet: { currency: 'XLM', address } })
  await refreshLists(world.deps)
  const asked = { amountUsd: '20000', couponCode: '', asset: 'USDC' } as const
  const people = [await person('Marguerite Oldenquist'), await person('Cornelius Appleyard')]
  for (const id of people) {
    await db.user.update({ where: { id }, data: { walletAddress: address } })
    await screenPerson(world.deps, { userId: id })
    await db.user.update({ where: { id }, data: { walletAddress: walletOf('XLM', 'buyer') } })
    await screenPerson(world.deps, { userId: id })
    expect(await lastOf(id)).toMatchObject({ outcome: 'review' })
    expect(await quoteServiceFee(world.deps, { ...asked, userId: id })).toMatchObject({
      refused: 'account_being_checked',
    })
  }
  // The database also refuses what is paid in their trades.
  const [id = ''] = await queuePayouts(world, 'XLM', 1)
  const { escrow } = await payoutOf(id)
  const [found] = await db.screeningReview.findMany({ where: { personId: people[0] ?? '' } })
  const personId = escrow?.sellerId ?? ''
  const { entryId = '', entryHash = '' } = found ?? {}
  const stated = { subject: 'wallet:of_before', subjectHash: 'x', typed: 'x', listed: 'x', by: 'wallet' }
  await db.screeningReview.create({
    data: { ...stated, entryId, entryHash, personId, score: 1, words: [], openedAt: new Date() },
  })
  // A review belongs to the person who was found, and moves to nobody else.
  const others = [{ personId }, { typed: 'x' }, { listed: 'x' }, { score: 0.7 }, { subject: `user:${personId}` }]
  for (const data of [...others, { entryHash: 'x' }, { words: ['x'] }, { personId: null }])
    await expect(db.screeningReview.update({ where: { id: found?.id ?? '' }, data })).rejects.toThrow(
      /stays what it is/,
    )
  expect(await screenPayouts(world.deps, [id])).toEqual(new Map([[id, 'review']]))
  const sign = db.transferAttempt.create({ data: { payoutId: id, ...(await anEnvelope(db)) } })
  await expect(sign).rejects.toThrow(/waits until somebody has looked/)
})

test('a comparison counts for an hour, and for the wallet that was compared', async () => {
  const { db } = world.deps
  const [old = '', other = '', good = ''] = await queuePayouts(world, 'XLM', 3)
  const refreshed = new Date()
  await db.listSource.updateMany({ data: { lastGoodAt: refreshed } })
  const sign = async (payoutId: string) => db.transferAttempt.create({ data: { payoutId, ...(await anEnvelope(db)) } })
  expect(await screenPayouts(inDays(-0.05), [old])).toEqual(new Map([[old, 'clear']]))
  await expect(sign(old)).rejects.toThrow(/not compared with lists that are in force/)
  const at = new Date()
  const row = { subjectHash: 'x', purpose: 'payout', snapshotIds: [randomUUID()], engine: 1, outcome: 'clear' }
  await db.screening.create({ data: { ...row, subject: 'wallet:another', payoutId: other, at, lastAt: at } })
  await expect(sign(other)).rejects.toThrow(/compared with another wallet/)
  expect(await screenPayouts(world.deps, [good])).toEqual(new Map([[good, 'clear']]))
  expect(await sign(good)).toMatchObject({ payoutId: good })
})

test('the words that were agreed to are kept as their fingerprint, of the language in which they were read', async () => {
  const of = async (locale: string) => {
    const newcomer = { name: 'Marguerite Oldenquist', email: `${randomUUID()}@example.org`, password: PASSWORD }
    const registered = granted(await registerUser(world.deps, { ...newcomer, role: 'seller', isPilot: false, locale }))
    const user = await world.deps.db.user.findUniqueOrThrow({ where: { id: registered.userId } })
    return user.consentFingerprint
  }
  expect(await of('en')).toMatch(/^[0-9a-f]{64}$/)
  expect(await of('en')).toBe(await of('en'))
  expect(await of('de')).not.toBe(await of('en'))
})

test('a round asks the database as often for one payout as for ten', async () => {
  const ids = await queuePayouts(world, 'XLM', 10)
  const asked = async (some: readonly string[]) => {
    const { query } = pg.Client.prototype
    let count = 0
    pg.Client.prototype.query = function (this: pg.Client, ...of: unknown[]) {
      count += 1
      return Reflect.apply(query, this, of)
    } as typeof query
    try {
      expect((await screenPayouts(world.deps, some)).size).toBe(some.length)
    } finally {
      pg.Client.prototype.query = query
    }
    return count
  }
  await screenPayouts(world.deps, ids)
  expect(await asked(ids)).toBe(await asked(ids.slice(0, 1)))
  expect(await asked(ids)).toBeLessThanOrEqual(16)
})
