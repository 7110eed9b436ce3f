/** What decision 067 promises of the comparison, on real lists: whoever is on them is found, and few others. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#app/db/kernel/client.server.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'
import {
  hasSanctions,
  listsOfFixtures,
  measure,
  peopleOf,
  putIntoForce,
  SANCTIONS,
  TREATED,
  UNLISTED,
} from '#tests/support/screening/measure.ts'

describe.skipIf(!hasSanctions)(`on the lists in ${SANCTIONS} (skipped where FIXTURES_DIR has none)`, () => {
  let database: FreshDatabase
  let db: Database

  beforeAll(async () => {
    database = await freshDatabase()
    db = openDatabase({ url: database.url, connections: 1 })
    expect(await putIntoForce(db, await listsOfFixtures())).toBeGreaterThan(30_000)
  })

  afterAll(async () => {
    await db.$disconnect()
    await database[Symbol.asyncDispose]()
  })

  test('of people on the list, written otherwise, at least 99 in 100 are found', async () => {
    const people = peopleOf(TREATED)
    expect(people.length).toBeGreaterThan(600)
    const { found } = await measure(db, people)
    expect(found / people.length).toBeGreaterThanOrEqual(0.99)
  })

  test.each(UNLISTED)('of people who are on none (%s), at most 20 in 1,000 wait for a person', async (file) => {
    const people = peopleOf(file)
    expect(people).toHaveLength(1_000)
    expect((await measure(db, people)).found).toBeLessThanOrEqual(20)
  })
})
