/** Operators are told of what is wrong: each of them, in a letter, not too often, and by the web when no worker runs. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LetterContent } from '#app/emails/letters/letters.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { watchMachine } from '#app/workflows/upkeep/watch-machine.server.ts'
import { watchWorker } from '#app/workflows/upkeep/watch-worker.server.ts'
import { aUser } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let deps: Deps
let now = new Date('2026-11-18T12:00:00Z')
const passMinutes = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}

type Told = Extract<LetterContent, { letter: 'operator_alert' }>

beforeAll(async () => {
  world = await openWorld()
  deps = { ...world.deps, clock: { now: () => now } }
  await aUser(deps.db, { role: 'admin' })
  await aUser(deps.db, { role: 'admin' })
  await aUser(deps.db, { role: 'buyer', email: 'nobody@example.org' })
})
beforeEach(async () => {
  passMinutes(60)
  await deps.db.$executeRaw`delete from "operator_alert"`
  await deps.db.$executeRaw`delete from "outbox_letter"`
  await deps.db.$executeRaw`delete from "worker_heartbeat"`
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

/** What one of them was told, oldest letter first. */
async function lettersToOne(): Promise<Told[]> {
  const rows = await deps.db.outboxLetter.findMany({ orderBy: { id: 'asc' } })
  const first = rows.filter(({ recipient }) => recipient === rows[0]?.recipient)
  expect(rows).toHaveLength(2 * first.length)
  return first.map(({ content }) => content as Told)
}

const kinds = (told: Told['began']) => [...new Set(told.map(({ kind }) => kind))].sort()

test('what lasts is told to every operator once, reminded of after a day, and told to be over', async () => {
  await watchMachine(deps)
  expect(await deps.db.outboxLetter.count()).toBe(0)
  passMinutes(2)
  expect(await watchMachine(deps)).toHaveLength(2)
  const [first] = await lettersToOne()
  const before = ['books_late', 'price_missing', 'reading_late', 'worker_silent']
  expect(kinds(first!.began)).toEqual(before)

  await runAJob()
  for (let minute = 0; minute < 30; minute += 1) {
    passMinutes(1)
    await runAJob()
    await watchMachine(deps)
  }
  const [, second, ...further] = await lettersToOne()
  expect([kinds(second!.began), kinds(second!.over), further]).toEqual([[], ['worker_silent'], []])

  passMinutes(24 * 60)
  await runAJob()
  await watchMachine(deps)
  const [, , reminder] = await lettersToOne()
  expect(kinds(reminder!.still)).toEqual(['books_late', 'price_missing', 'reading_late'])
})

test('what comes and goes is one trouble', async () => {
  await watchMachine(deps)
  passMinutes(2)
  await watchMachine(deps)
  for (let time = 0; time < 5; time += 1) {
    await runAJob()
    passMinutes(1)
    await watchMachine(deps)
    passMinutes(5)
    await watchMachine(deps)
  }
  expect(await deps.db.operatorAlert.count({ where: { kind: 'worker_silent' } })).toBe(1)
  expect(await lettersToOne()).toHaveLength(1)
})

test('two that watch at once write one letter to each', async () => {
  await watchMachine(deps)
  passMinutes(2)
  await Promise.all([watchMachine(deps), watchMachine(deps), watchMachine(deps)])
  expect(await lettersToOne()).toHaveLength(1)
})

test('without a worker the web process tells of it, and sends the letters itself', async () => {
  await runAJob()
  await watchWorker(deps)
  expect(await deps.db.operatorAlert.count()).toBe(0)

  passMinutes(4)
  await watchWorker(deps)
  passMinutes(2)
  await watchWorker(deps)
  expect(await deps.db.outboxLetter.count({ where: { sentAt: { not: null } } })).toBe(2)
  const [told] = await lettersToOne()
  expect(kinds(told!.began)).toContain('worker_silent')
  const mails = world.harbour.post.mails()
  expect(mails.at(-1)?.text).toContain('No worker runs jobs: nothing is paid out, and no payment is noticed.')
  expect(mails.at(-1)?.text).toContain('/admin-panel')
})

async function runAJob(): Promise<void> {
  await deps.db.$executeRaw`
    insert into "worker_heartbeat" ("workerId", "beatAt", "jobRanAt") values ('w', ${now}, ${now})
    on conflict ("workerId") do update set "beatAt" = excluded."beatAt", "jobRanAt" = excluded."jobRanAt"`
}
