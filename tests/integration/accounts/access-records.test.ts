/** Access records: who came and what they were given or refused, once an hour, with a count. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteAccess } from '#app/accounts/workflows/note-access.server.ts'
import { registerUser } from '#app/accounts/workflows/register-user.server.ts'
import { MOST_REFUSALS_AN_HOUR, OTHER_REFUSALS } from '#app/kernel/domain/records/access-kinds.ts'
import { tidyUp } from '#app/ops/workflows/tidy-up.server.ts'
import { granted, type Person, seller } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const DAY_MS = 86_400_000

let world: World
let vendor: Person

beforeAll(async () => {
  world = await openWorld()
  vendor = await seller(world)
})
afterAll(() => world?.[Symbol.asyncDispose]())

const at = (time: Date) => ({ ...world.deps, clock: { now: () => time } })
const rows = (kind: string) =>
  world.deps.db.accessRecord.findMany({
    where: { kind },
    orderBy: { hour: 'asc' },
    select: { userId: true, place: true, subject: true, count: true },
  })

test('a loop is one row an hour, whoever makes it', async () => {
  const noon = new Date('2026-11-20T12:05:00Z')
  const failed = { kind: 'sign_in_failed', place: '203.0.113.0/24' } as const
  for (let tries = 0; tries < 20; tries++) await noteAccess(at(noon), failed)
  for (let tries = 0; tries < 3; tries++) await noteAccess(at(noon), { ...failed, userId: vendor.id })
  await noteAccess(at(new Date(noon.getTime() + 3_600_000)), failed)
  const row = { place: '203.0.113.0/24', subject: '' }
  expect(await rows('sign_in_failed')).toEqual(
    expect.arrayContaining([
      { ...row, userId: null, count: 20 },
      { ...row, userId: vendor.id, count: 3 },
      { ...row, userId: null, count: 1 },
    ]),
  )
  expect(await rows('sign_in_failed')).toHaveLength(3)
})

test('made-up pages fill no table, from one network or from many, and how many they were is still seen', async () => {
  const { fromOnePlace, altogether } = MOST_REFUSALS_AN_HOUR
  const hour = new Date('2026-11-21T12:05:00Z')
  const deny = (place: string, page: number) =>
    noteAccess(at(hour), { kind: 'role_denied', subject: `/admin-panel/${page}`, place })
  for (let page = 0; page < 300; page += 1) await deny('203.0.113.0/24', page)
  const [denied, tried] = [
    await rows('role_denied'),
    (all: { count: number }[]) => all.reduce((n, row) => n + row.count, 0),
  ]
  expect(denied).toHaveLength(fromOnePlace + 1)
  expect(tried(denied)).toBe(300)
  expect(denied).toContainEqual({ userId: null, place: '203.0.113.0/24', subject: OTHER_REFUSALS, count: 250 })
  await deny('203.0.113.0/24', 7)
  expect(await rows('role_denied')).toContainEqual(expect.objectContaining({ subject: '/admin-panel/7', count: 2 }))

  for (let network = 0; network < 45; network += 1)
    for (let page = 0; page < fromOnePlace; page += 1) await deny(`198.51.${network}.0/24`, page)
  const all = await rows('role_denied')
  expect(all.length).toBeLessThanOrEqual(altogether + 1)
  expect(tried(all)).toBe(301 + 45 * fromOnePlace)
  expect(all).toContainEqual(expect.objectContaining({ place: '', subject: OTHER_REFUSALS }))
})

test('what was done by right is told apart, however much it is', async () => {
  const noon = new Date('2026-11-21T12:05:00Z')
  for (let file = 0; file < 120; file += 1)
    await noteAccess(at(noon), { kind: 'file_downloaded', userId: vendor.id, subject: `/documents/${file}` })
  expect(await rows('file_downloaded')).toHaveLength(120)
})

test('it is kept for 13 months', async () => {
  const now = new Date()
  const old = new Date(now.getTime() - 397 * DAY_MS)
  const kept = new Date(now.getTime() - 395 * DAY_MS)
  for (const time of [old, kept]) await noteAccess(at(time), { kind: 'statement_read', subject: 'pdf' })
  await tidyUp(at(now))
  expect(await rows('statement_read')).toHaveLength(1)
})

test('a mailbox has the free transaction once, in whatever spelling', async () => {
  const register = async (email: string) => {
    const registration = { name: 'Ann Lee', password: 'three boats at low tide', role: 'buyer', locale: 'en' } as const
    return granted(await registerUser(world.deps, { ...registration, email, isPilot: true }))
  }
  const first = await register('Ann.Lee+quay@gmail.com')
  const second = await register('annlee@googlemail.com')
  expect([first.isPilot, second.isPilot]).toEqual([true, false])
  const user = await world.deps.db.user.findUniqueOrThrow({ where: { id: second.userId } })
  expect(user).toMatchObject({ trialCredits: 0, plan: null, pilotSource: null, email: 'annlee@googlemail.com' })
})
