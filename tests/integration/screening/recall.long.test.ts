/** What decision 127 promises of the comparison, on real lists: listed people are found, and few others. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'
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
import {
  AT_LEAST,
  type Ground,
  lostNames,
  MOST_FALSE,
  measureTable,
  openGround,
  type Table,
} from '#tests/support/screening/table.ts'
import { bestScore, figuresOf, judgedPairs, pairsAcrossScripts, saysOurs } from '#tests/support/screening/yardstick.ts'

describe.skipIf(!hasSanctions)(`on the lists in ${SANCTIONS} (skipped where FIXTURES_DIR has none)`, () => {
  let database: FreshDatabase
  let db: Database
  let ground: Ground
  let table: Table

  beforeAll(async () => {
    database = await freshDatabase()
    db = openDatabase({ url: database.url, connections: 1 })
    expect(await putIntoForce(db, await listsOfFixtures())).toBeGreaterThan(30_000)
    ground = await openGround()
    table = measureTable(ground)
    // Some fifty thousand comparisons, on a slow machine too.
  }, 6 * PATIENCE_MS)

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

  test('each tenth listed name finds itself', { timeout: 6 * PATIENCE_MS }, () => {
    expect(lostNames(ground)).toEqual([])
  })

  test.each(Object.entries(AT_LEAST))('of %s at least %d are found', (population, least) => {
    const row = table.found.find((one) => one.population === population)
    expect(row?.reported, row?.missed.slice(0, 20).join(' | ')).toBeGreaterThanOrEqual(least)
  })

  test('of no population more than 20 in 1,000 wait for a person', () => {
    expect(table.falseHits.filter(({ reported }) => reported > MOST_FALSE)).toEqual([])
  })

  test('pairs that others have judged: as precise as their own scorer, and near it in what is found', () => {
    const pairs = judgedPairs()
    const [ours, theirs] = [figuresOf(pairs, saysOurs), figuresOf(pairs, ({ theirs: said }) => said)]
    expect(ours.precision).toBeGreaterThanOrEqual(theirs.precision)
    expect(ours.recall).toBeGreaterThanOrEqual(theirs.recall - 0.04)
    const across = pairsAcrossScripts()
    expect(across).toHaveLength(22)
    // Japanese, Korean names in Chinese characters, and the Greek Alexandros as Alexander are not read.
    expect(across.filter(({ typed, listed }) => bestScore(typed, listed) >= 0.7).length).toBeGreaterThanOrEqual(18)
  })
})
