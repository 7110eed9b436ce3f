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

test.skipIf(!hasSanctions)(`people and the lists in ${SANCTIONS}`, async () => {
  const lists = await listsOfFixtures()
  const tell = async (what: string) => {
    for (const file of [TREATED, ...UNLISTED]) {
      const people = peopleOf(file)
      const { found, times } = await measure(db, people)
      const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1)
      console.log(`${what}: ${file}: ${found} of ${people.length} found; p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`)
    }
  }
  const names = await putIntoForce(db, lists)
  await tell(`${names} names`)
  const real = lists.get('ofac_sdn') ?? []
  const all = await putIntoForce(db, new Map([['eu', mixed(real, ALL_NAMES - names)]]))
  await tell(`${all} names`)
  expect(all).toBeGreaterThanOrEqual(ALL_NAMES - 100)
})
