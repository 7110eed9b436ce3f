/** Facts beside a name: they raise or lower its score, are kept as the reason, and clear nobody. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadReview } from '#app/admin/queries/screening/screening.server.ts'
import { refreshLists } from '#app/screening/workflows/refresh-lists.server.ts'
import { screenPerson } from '#app/screening/workflows/screen.server.ts'
import { type Person, pilotBuyer } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
  world.harbour.market.lists.add('un', { name: 'Ephraim Quartermoss Vandelune', born: '1961-04-12', country: 'Iran' })
  await refreshLists(world.deps)
})

afterAll(() => world[Symbol.asyncDispose]())

type Detail = { birthDate?: Date; country?: string; company?: string }

/** A person with this name and these facts, as the Admin Panel shows them. Null: nothing was found. */
async function named(name: string, detail: Detail) {
  const person = await pilotBuyer(world)
  await world.deps.db.user.update({ where: { id: person.id }, data: { name } })
  await say(person, detail)
  await screenPerson(world.deps, { userId: person.id })
  return { person, shown: await shownOf(person) }
}

const say = (person: Person, detail: Detail) =>
  world.deps.db.personDetail.upsert({
    where: { userId: person.id },
    create: { userId: person.id, ...detail },
    update: detail,
  })

async function shownOf(person: Person) {
  const row = await world.deps.db.screeningReview.findFirst({ where: { subject: `user:${person.id}` } })
  return row && loadReview(world.deps.db, { reviewId: row.id, operatorId: person.id })
}

const LISTED = 'Ephraim Quartermoss Vandelune'
const day = (text: string) => new Date(`${text}T00:00:00Z`)

test('another birth and another country lower it, and a person looks all the same', async () => {
  const { shown } = await named(LISTED, { birthDate: day('1990-09-30'), country: 'SE' })
  expect(shown).toMatchObject({
    percent: 85,
    facts: [
      { fact: 'born', typed: '1990-09-30', listed: '1961-04-12', how: 'other', points: -10 },
      { fact: 'country', typed: 'SE', listed: 'Iran', how: 'other', points: -5 },
    ],
    factsNow: [],
  })
  const { shown: farther } = await named('Efraim Vandelune', { birthDate: day('1990-09-30'), country: 'SE' })
  expect(farther?.percent).toBeGreaterThanOrEqual(70)
})

test('the same day of birth brings a name that is nearly like it', async () => {
  const name = 'Ephraim Osterby Vandelune'
  expect((await named(name, {})).shown).toBeNull()
  expect((await named(name, { birthDate: day('1990-09-30') })).shown).toBeNull()
  const { shown } = await named(name, { birthDate: day('1961-04-12') })
  expect(shown?.percent).toBeGreaterThanOrEqual(70)
  expect(shown?.facts).toMatchObject([{ fact: 'born', how: 'same' }])
})

test('what somebody says later stands beside what was known when it was found, and that stays', async () => {
  const { person, shown } = await named(LISTED, {})
  expect(shown).toMatchObject({ percent: 100, facts: [], factsNow: [] })
  await say(person, { birthDate: day('1961-12-04') })
  expect(await shownOf(person)).toMatchObject({ percent: 100, facts: [], factsNow: [{ fact: 'born', how: 'near' }] })
  const { id } = await world.deps.db.screeningReview.findFirstOrThrow({ where: { subject: `user:${person.id}` } })
  await expect(
    world.deps.db.screeningReview.update({ where: { id }, data: { facts: [{ fact: 'born', how: 'other' }] } }),
  ).rejects.toThrow(/stays what it is/)
})
