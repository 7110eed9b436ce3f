/** A file that was refused as too short: two operators accept exactly this one, or nobody does (decision 068). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SanctionsListName } from '#app/screening/domain/listed-entry.ts'
import { acceptFile } from '#app/screening/workflows/accept-file.server.ts'
import { refreshLists } from '#app/screening/workflows/refresh-lists.server.ts'
import { fileOf, MANY, serveMany } from '#tests/support/screening/served-lists.ts'
import { type AdminPanelOf, openDesk, operator, refusalOf, thrownBy } from '#tests/support/settlement/admin.ts'
import { type Person, pilotBuyer, seller } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const PATH = '/admin-panel/screening/files'
const REASON = 'The authority has announced the end of the programme.'

let world: World
let desk: AdminPanelOf
let page: typeof import('#app/admin/routes/screening/files.tsx')
let olga: Person
let omar: Person

beforeAll(async () => {
  world = await openWorld()
  desk = await openDesk(world)
  page = await import('#app/admin/routes/screening/files.tsx')
  olga = await operator(world)
  omar = await operator(world)
})

beforeEach(async () => {
  serveMany(world)
  await readAgain()
})

afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

async function readAgain(): Promise<void> {
  await world.deps.db.listSource.updateMany({ data: { retryAt: null } })
  await refreshLists(world.deps)
}

const stateOf = (list: SanctionsListName) =>
  world.deps.db.listSource.findUniqueOrThrow({ where: { list }, include: { snapshot: true, refused: true } })

async function shorten(list: SanctionsListName, count: number): Promise<string> {
  world.harbour.market.lists.serve(list, fileOf(list, count))
  await readAgain()
  return (await stateOf(list)).refusedId ?? ''
}

const accept = (fileId: string, by: Person, reason = REASON) =>
  acceptFile(world.deps, { fileId, operatorId: by.id, reason })
const send = async (person: Person, fields: Record<string, string>) =>
  page.action(await desk.ask({ person, path: PATH }, fields))
const shownTo = async (person: Person) => (await page.loader(await desk.ask({ person, path: PATH }))).files
const eventsOf = (fileId: string) =>
  world.deps.db.auditEvent.findMany({
    where: { kind: 'list_file_accepted', detail: { path: ['fileId'], equals: fileId } },
    orderBy: { id: 'asc' },
  })

test('one operator wants it, a second one agrees, and the next refresh takes it', async () => {
  const before = await stateOf('un')
  const file = await shorten('un', 60)
  const [shown] = await shownTo(olga)
  expect(shown).toMatchObject({
    id: file,
    list: 'UN',
    entries: 60,
    before: { entries: MANY },
    state: 'open',
    wanted: null,
  })
  expect(shown?.sha256).toBe((await stateOf('un')).refused?.sha256)

  expect(refusalOf(await send(olga, { file, reason: '  ' }))).toBe('review_reason_required')
  expect(await send(olga, { file, reason: REASON })).toMatchObject({
    data: { sure: { counts: false, file: { id: file } } },
  })
  expect(await send(olga, { file, reason: REASON, sure: 'back' })).toMatchObject({
    data: { sure: null, typed: { reason: REASON } },
  })
  expect(await eventsOf(file)).toEqual([])
  expect(await send(olga, { file, reason: REASON, sure: 'yes' })).toMatchObject({ status: 303 })
  expect(refusalOf(await send(olga, { file, reason: REASON, sure: 'yes' }))).toBe('review_own_wish')
  expect((await shownTo(olga))[0]).toMatchObject({ state: 'own', wanted: { reason: REASON } })
  await readAgain()
  expect(await stateOf('un')).toMatchObject({ snapshotId: before.snapshotId, refusedId: file })

  expect((await shownTo(omar))[0]).toMatchObject({ state: 'open', wanted: { reason: REASON } })
  expect(refusalOf(await send(omar, { file, reason: '', sure: 'yes' }))).toBe('review_reason_required')
  expect(await send(omar, { file, reason: 'I read it, too.' })).toMatchObject({ data: { sure: { counts: true } } })
  expect(await send(omar, { file, reason: 'I read it, too.', sure: 'yes' })).toMatchObject({ status: 303 })
  await world.workUntil(async () => (await stateOf('un')).snapshot?.parsedCount === 60, 'it is in force')
  expect(await stateOf('un')).toMatchObject({
    failures: 0,
    failingSince: null,
    refusedId: null,
    snapshot: { ended: 20 },
  })
  expect(await world.deps.db.listEntry.count({ where: { list: 'un', endedAt: null } })).toBe(60)
  expect(await shownTo(omar)).toEqual([])
  expect(await accept(file, omar)).toMatchObject({ refused: 'list_file_moved_on' })

  expect((await eventsOf(file)).map(({ userId, detail }) => ({ userId, detail }))).toMatchObject([
    { userId: olga.id, detail: { list: 'un', entries: 60, entriesBefore: MANY, reason: REASON, counts: false } },
    { userId: omar.id, detail: { sha256: shown?.sha256, reason: 'I read it, too.', counts: true } },
  ])
  const inForce = { kind: 'list_in_force', detail: { path: ['accepted'], equals: file } }
  expect(await world.deps.db.auditEvent.count({ where: inForce })).toBe(1)
})

test('a file that only dates itself anew is the same, and another one is not', async () => {
  const file = await shorten('eu', 60)
  expect(await accept(file, olga)).toEqual({ is: 'wanted' })
  const dated = fileOf('eu', 60).replace(/generationDate="[^"]*"/, 'generationDate="2026-12-24T00:00:00.000+02:00"')
  world.harbour.market.lists.serve('eu', dated)
  await readAgain()
  expect((await stateOf('eu')).refusedId).toBe(file)

  const other = await shorten('eu', 50)
  expect(other).not.toBe(file)
  expect(await accept(file, omar)).toMatchObject({ refused: 'list_file_moved_on' })
  world.harbour.market.lists.serve('eu', dated)
  await readAgain()
  expect(await accept(file, omar)).toEqual({ is: 'accepted' })
  // Another file has come meanwhile, which the acceptance does not cover.
  const third = await shorten('eu', 40)
  expect(await stateOf('eu')).toMatchObject({ refusedId: third, snapshot: { parsedCount: MANY } })
  world.harbour.market.lists.serve('eu', dated)
  await readAgain()
  expect(await stateOf('eu')).toMatchObject({ refusedId: null, failures: 0, snapshot: { parsedCount: 60 } })
})

test('what was accepted counts in the place of one snapshot, and for no later one', async () => {
  const file = await shorten('uk', 60)
  expect([await accept(file, olga), await accept(file, omar)]).toEqual([{ is: 'wanted' }, { is: 'accepted' }])
  await readAgain()
  expect(await stateOf('uk')).toMatchObject({ snapshot: { parsedCount: 60 } })
  serveMany(world)
  await readAgain()
  expect(await stateOf('uk')).toMatchObject({ snapshot: { parsedCount: MANY } })
  const again = await shorten('uk', 60)
  expect(again).not.toBe(file)
  expect(await stateOf('uk')).toMatchObject({ refusedId: again, snapshot: { parsedCount: MANY } })
})

test('the question is gone when the list is whole again', async () => {
  const file = await shorten('un', 60)
  serveMany(world)
  await readAgain()
  expect(await shownTo(olga)).toEqual([])
  expect(refusalOf(await send(olga, { file, reason: REASON, sure: 'yes' }))).toBe('list_file_moved_on')
  expect(await accept('nonsense', olga)).toMatchObject({ refused: 'list_file_moved_on' })
})

test('what cannot be true is not asked about', async () => {
  const empty = await shorten('un', 0)
  const whole = fileOf('ofac_sdn', MANY)
  world.harbour.market.lists.serve('ofac_sdn', whole.replaceAll(/<uid>served-\d+<\/uid>/g, '<uid>1</uid>'))
  world.harbour.market.lists.serve('uk', fileOf('uk', 60).replaceAll('Names>', 'Titles>'))
  await readAgain()
  expect(empty).toBe('')
  expect((await stateOf('ofac_sdn')).lastError).toMatch(/^without_numbers/)
  expect((await stateOf('uk')).lastError).toMatch(/^without_names/)
  expect(await shownTo(olga)).toEqual([])
})

test('two operators who agree at once accept it once', async () => {
  const file = await shorten('un', 60)
  const oda = await operator(world)
  await accept(file, olga)
  const said = await Promise.all([accept(file, omar), accept(file, oda)])
  expect(said).toEqual(
    expect.arrayContaining([{ is: 'accepted' }, expect.objectContaining({ refused: 'list_file_moved_on' })]),
  )
  expect(await eventsOf(file)).toHaveLength(2)
})

test('the database asks for two operators whatever the program says, and nothing of it is written anew', async () => {
  const { db } = world.deps
  const id = await shorten('ofac_consolidated', 60)
  const change = (data: object) => db.refusedList.update({ where: { id }, data })
  const at = new Date()
  const wish = (wantedById: string) => ({ wantedById, wantedAt: at, wantedReason: REASON })
  const yes = (acceptedById: string) => ({ acceptedById, acceptedAt: at, acceptedReason: REASON })
  const buyer = await pilotBuyer(world)
  await expect(change(wish(buyer.id))).rejects.toThrow(/only operators/)
  await expect(change({ ...wish(olga.id), wantedReason: ' ' })).rejects.toThrow(/refused_list_wanted_whole/)
  await expect(change(yes(olga.id))).rejects.toThrow(/second operator/)
  await expect(change({ ...wish(olga.id), ...yes(omar.id) })).rejects.toThrow(/second operator/)
  await change(wish(olga.id))
  await expect(change(wish(omar.id))).rejects.toThrow(/stay what they are/)
  await expect(change(yes(olga.id))).rejects.toThrow(/refused_list_takes_two/)
  await expect(change(yes(buyer.id))).rejects.toThrow(/only operators/)
  await expect(change({ entries: 80 })).rejects.toThrow(/stay what they are/)
  await expect(change({ fingerprint: 'x' })).rejects.toThrow(/stay what they are/)
  await change(yes(omar.id))
  await expect(change({ acceptedReason: 'Another one.' })).rejects.toThrow(/stay what they are/)
  await expect(db.refusedList.delete({ where: { id } })).rejects.toThrow(/stay what they are/)
  await expect(db.$executeRaw`truncate "refused_list" cascade`).rejects.toThrow(/stay what they are/)
  const row = await db.refusedList.findUniqueOrThrow({ where: { id } })
  const again = { ...row, id: world.deps.newId(), fingerprint: 'another' }
  await expect(db.refusedList.create({ data: again })).rejects.toThrow(/accepted by nobody/)
})

test('nobody but operators reads or accepts a file', async () => {
  const file = await shorten('un', 59)
  for (const stranger of [await pilotBuyer(world), await seller(world), undefined]) {
    const asked = { path: PATH, ...(stranger && { person: stranger }) }
    expect((await thrownBy(desk.ask(asked).then(page.loader))).status).not.toBe(200)
    const form = { file, reason: REASON, sure: 'yes' }
    expect((await thrownBy(desk.ask(asked, form).then(page.action))).status).not.toBe(200)
  }
  expect((await stateOf('un')).refused).toMatchObject({ wantedById: null, acceptedById: null })
})
