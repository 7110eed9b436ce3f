/** What was compared and decided is kept for its years, whoever asks, and deleted afterwards. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { purgeOldScreenings } from '#app/screening/workflows/purge-screenings.server.ts'
import { screenPerson } from '#app/screening/workflows/screen.server.ts'
import { pilotBuyer } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const lastOf = (userId: string) =>
  world.deps.db.screening.findFirstOrThrow({
    where: { subject: `user:${userId}` },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
  })

test('snapshots and screenings are neither changed nor deleted within five years', async () => {
  const { db } = world.deps
  const buyer = await pilotBuyer(world)
  await screenPerson(world.deps, { userId: buyer.id })
  const { id } = await lastOf(buyer.id)
  await expect(db.screening.delete({ where: { id } })).rejects.toThrow(/kept for years/)
  await expect(db.screening.update({ where: { id }, data: { outcome: 'review' } })).rejects.toThrow(
    /stay what they are/,
  )
  const snapshot = await db.listSnapshot.findFirstOrThrow()
  await expect(db.listSnapshot.update({ where: { id: snapshot.id }, data: { parsedCount: 0 } })).rejects.toThrow(/stay/)
  await expect(db.listSnapshot.delete({ where: { id: snapshot.id } })).rejects.toThrow(/kept for years/)
})

test('what a list said and who was compared can be neither reworded, removed nor emptied', async () => {
  const { db } = world.deps
  const [entry] = await db.listEntry.findMany({ where: { endedAt: null }, take: 1 })
  const id = entry?.id ?? ''
  await expect(db.listEntry.update({ where: { id }, data: { hash: 'x' } })).rejects.toThrow(/stays what it is/)
  await expect(db.listEntry.update({ where: { id }, data: { detail: {} } })).rejects.toThrow(/stays what it is/)
  await expect(db.listEntry.delete({ where: { id } })).rejects.toThrow(/kept for years/)
  const ended = await db.listEntry.findFirst({ where: { endedAt: { not: null } } })
  if (ended) {
    const back = db.listEntry.update({ where: { id: ended.id }, data: { endedAt: null } })
    await expect(back).rejects.toThrow(/stays what it is/)
  }
  for (const table of ['screening', 'screening_review', 'list_entry', 'list_snapshot'])
    await expect(db.$executeRawUnsafe(`truncate "${table}" cascade`)).rejects.toThrow(
      /stay what they are|kept for years/,
    )
})

test('what has been kept for its years is purged, and that is written down; what is younger stays', async () => {
  const { db } = world.deps
  const old = new Date(Date.now() - 5.1 * 365.25 * 86_400_000)
  const row = { subjectHash: 'x', purpose: 'nightly', snapshotIds: [randomUUID()], engine: 1, outcome: 'clear' }
  const closedLongAgo = async (closedAt: Date) => {
    const id = randomUUID()
    await db.user.create({ data: { id, name: '', email: `${id}@closed.invalid`, closedAt } })
    return id
  }
  const gone = await closedLongAgo(old)
  const subject = `user:${gone}`
  for (const engine of [1, 2, 3]) await db.screening.create({ data: { ...row, engine, subject, at: old, lastAt: old } })
  const kept = await db.screening.create({ data: { ...row, subject, at: old, lastAt: new Date() } })
  // More than one slice.
  await purgeOldScreenings(world.deps, { slice: 2 })
  expect(await db.screening.findMany({ where: { subject }, select: { id: true } })).toEqual([{ id: kept.id }])
  const events = await db.auditEvent.findMany({ where: { kind: 'screening_purged' } })
  expect(events).toMatchObject([{ detail: { screenings: 2, reviews: 0 } }, { detail: { screenings: 1, reviews: 0 } }])
  await purgeOldScreenings(world.deps)
  expect(await db.auditEvent.count({ where: { kind: 'screening_purged' } })).toBe(2)

  // About a person, it is deleted when the account has been closed for as long, whatever was decided, and not before.
  const entry = await db.listEntry.findFirstOrThrow({ where: { endedAt: null } })
  const found = { entryId: entry.id, entryHash: entry.hash, by: 'name', score: 1, words: [], typed: 'x', listed: 'x' }
  const about = async (personId: string | null, of: string) => {
    await db.screening.create({ data: { ...row, subject: of, at: old, lastAt: old } })
    const review = { ...found, subject: of, subjectHash: randomUUID(), personId, openedAt: old }
    return db.screeningReview.create({ data: review })
  }
  const { id: here } = await pilotBuyer(world)
  const since = await closedLongAgo(new Date(Date.now() - 4 * 365 * 86_400_000))
  const stays = [await about(here, `user:${here}`), await about(since, `user:${since}`)]
  const goes = [await about(gone, `user:${gone}`), await about(gone, `wallet:${randomUUID()}`)]
  await purgeOldScreenings(world.deps)
  const left = async (rows: { id: string }[]) =>
    db.screeningReview.count({ where: { id: { in: rows.map(({ id }) => id) } } })
  expect([await left(stays), await left(goes)]).toEqual([2, 0])
  expect(await db.screening.count({ where: { subject: { in: [`user:${here}`, `user:${since}`] }, at: old } })).toBe(2)
  for (const { id } of stays)
    await expect(db.screeningReview.delete({ where: { id } })).rejects.toThrow(/kept for years/)
})
