/** How well and how fast people are compared with the lists, with as many names as all of them have together. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#app/db/kernel/client.server.ts'
import type { ListedEntry } from '#app/domain/screening/listed-entry.ts'
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

const ALL_NAMES = 90_000

let database: FreshDatabase
let db: Database

beforeAll(async () => {
  database = await freshDatabase()
  db = openDatabase({ url: database.url, connections: 1 })
})

afterAll(async () => {
  await db.$disconnect()
  await database[Symbol.asyncDispose]()
})

/** Names of which the real ones are made, put together otherwise. */
function mixed(real: readonly ListedEntry[], count: number): ListedEntry[] {
  const words = real.flatMap(({ names }) => names[0]?.text.split(/[\s,]+/) ?? []).filter((word) => word.length > 3)
  const word = (at: number) => words[(at * 7_919) % words.length] ?? ''
  return Array.from({ length: count }, (_, at) => ({
    sourceId: `mixed ${at}`,
    kind: 'person' as const,
    names: [{ text: `${word(at)} ${word(at + 13)} ${word(at * 3 + 29)}`, isWeak: false }],
    ...{ births: [], countries: [], programmes: [], documents: [], wallets: [], remarks: null },
  }))
}

/** One comparison of somebody with all lists, and how much of what comes of it operators have to look at (decision 067). */
const P95_MS = 25
const RECALL = 0.99
const MOST_FALSE_PER_THOUSAND = 20

/** `p95`: of the work of one comparison, whatever else the machine does meanwhile. */
async function tell(what: string, file: string): Promise<{ share: number; p95: number }> {
  const people = peopleOf(file)
  const { found, times, work } = await measure(db, people)
  const at = (values: number[], share: number) => values[Math.floor(values.length * share)] ?? Number.POSITIVE_INFINITY
  const spread = (values: number[]) => `p50 ${at(values, 0.5).toFixed(1)} ms, p95 ${at(values, 0.95).toFixed(1)} ms`
  console.log(
    `${what}: ${file}: ${found} of ${people.length} found; by the clock ${spread(times)}; of work ${spread(work)}`,
  )
  return { share: found / people.length, p95: at(work, 0.95) }
}

test.skipIf(!hasSanctions)(`people and the lists in ${SANCTIONS}`, async () => {
  const lists = await listsOfFixtures()
  const names = await putIntoForce(db, lists)
  expect((await tell(`${names} names`, TREATED)).share).toBeGreaterThanOrEqual(RECALL)
  for (const file of UNLISTED)
    expect((await tell(`${names} names`, file)).share * 1_000).toBeLessThanOrEqual(MOST_FALSE_PER_THOUSAND)

  // Made up of the same words, more of them are like somebody by chance: with these the time alone counts, and that nobody is lost.
  const all = await putIntoForce(db, new Map([['eu', mixed(lists.get('ofac_sdn') ?? [], ALL_NAMES - names)]]))
  expect(all).toBeGreaterThanOrEqual(ALL_NAMES - 100)
  const onTheList = await tell(`${all} names`, TREATED)
  expect(onTheList.share).toBeGreaterThanOrEqual(RECALL)
  const others = []
  for (const file of UNLISTED) others.push(await tell(`${all} names`, file))
  for (const { p95 } of [onTheList, ...others]) expect(p95).toBeLessThanOrEqual(P95_MS)
})
