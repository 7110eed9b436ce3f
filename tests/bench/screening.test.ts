/** How well and how fast people are compared with the lists, with as many names as all of them have together. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'
import type { ListedEntry } from '#app/screening/domain/listed-entry.ts'
import { REVIEW_FROM } from '#app/screening/domain/names/score-name.ts'
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
} from '#tests/support/screening/measure.ts'
import { transliterations, unlisted } from '#tests/support/screening/populations.ts'
import { AT_LEAST, linesOf, MOST_FALSE, measureTable, openGround } from '#tests/support/screening/table.ts'
import {
  bestScore,
  type Figures,
  figuresOf,
  type Judged,
  judgedPairs,
  pairsAcrossScripts,
  saysOurs,
} from '#tests/support/screening/yardstick.ts'

const SOME = 1_000
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

/** One comparison of somebody with all lists (decision 127). */
const P95_MS = 25

/** `p95`: of the work of one comparison, whatever else the machine does meanwhile. */
async function tell(what: string, people: readonly string[]): Promise<{ share: number; p95: number }> {
  const { found, times, work } = await measure(db, people)
  const at = (values: number[], share: number) => values[Math.floor(values.length * share)] ?? Number.POSITIVE_INFINITY
  const spread = (values: number[]) => `p50 ${at(values, 0.5).toFixed(1)} ms, p95 ${at(values, 0.95).toFixed(1)} ms`
  console.log(`${what}: ${found} of ${people.length} found; by the clock ${spread(times)}; of work ${spread(work)}`)
  return { share: found / people.length, p95: at(work, 0.95) }
}

test.skipIf(!hasSanctions)(`people and the lists in ${SANCTIONS}`, async () => {
  const lists = await listsOfFixtures()
  const names = await putIntoForce(db, lists)
  // Made up of the same words, more of them are like somebody by chance: with these the time alone counts, and that nobody is lost.
  const all = await putIntoForce(db, new Map([['eu', mixed(lists.get('ofac_sdn') ?? [], ALL_NAMES - names)]]))
  expect(all).toBeGreaterThanOrEqual(ALL_NAMES - 100)
  const onTheList = await tell(`${all} names: people of the list`, peopleOf(TREATED))
  expect(onTheList.share).toBeGreaterThanOrEqual(AT_LEAST.people ?? 1)
  const { people, companies } = unlisted()
  const others = [
    await tell(`${all} names: people of none`, people),
    await tell(`${all} names: companies of none`, companies.slice(0, SOME)),
    await tell(
      `${all} names: in other scripts`,
      transliterations().map(({ typed }) => typed),
    ),
  ]
  for (const { p95 } of [onTheList, ...others]) expect(p95).toBeLessThanOrEqual(P95_MS)
})

test.skipIf(!hasSanctions)('of each population, found and of nobody', { timeout: 6 * PATIENCE_MS }, async () => {
  const table = measureTable(await openGround())
  console.log(linesOf(table).join('\n'))
  const pairs = judgedPairs()
  const told = ({ precision, recall, f1 }: Figures) =>
    `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, F1 ${f1.toFixed(3)}`
  for (const [kind, of] of [['all', pairs], ...Map.groupBy(pairs, (pair) => pair.kind)] as [string, Judged[]][])
    console.log(
      `judged pairs, ${kind} (${of.length}): here ${told(figuresOf(of, saysOurs))}; nomenklatura logic-v2 ${told(figuresOf(of, ({ theirs }) => theirs))}`,
    )
  const across = pairsAcrossScripts()
  const alike = across.filter(({ typed, listed }) => bestScore(typed, listed) >= REVIEW_FROM)
  console.log(`watchman's pairs across scripts: ${alike.length} of ${across.length}`)
  for (const { population, reported } of table.found)
    expect(reported, population).toBeGreaterThanOrEqual(AT_LEAST[population] ?? 1)
  for (const { population, reported } of table.falseHits) expect(reported, population).toBeLessThanOrEqual(MOST_FALSE)
})
