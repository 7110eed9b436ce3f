/** The comparison measured on real lists and on people who are, or are not, on them (FIXTURES_DIR). */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Database } from '#app/kernel/db/client.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { findListStates, LIST_TAKES_MS, putIntoForce as putOneIntoForce } from '#app/screening/db/lists.server.ts'
import type { ListedEntry, SanctionsListName } from '#app/screening/domain/listed-entry.ts'
import { readCsv } from '#app/screening/services/lists/csv.ts'
import { readOfacCsv } from '#app/screening/services/lists/ofac-csv.ts'
import { readUnXml } from '#app/screening/services/lists/un-xml.ts'
import { compareNames } from '#app/screening/workflows/compare.server.ts'
import { knownNames } from '#app/screening/workflows/known-names.server.ts'
import { fileHashOf } from '#app/screening/workflows/refresh-lists.server.ts'

const root = process.env.FIXTURES_DIR ?? resolve(import.meta.dirname, '../../../../shared/fixtures')
export const SANCTIONS = join(root, 'sanctions')
export const hasSanctions = existsSync(SANCTIONS)
export const file = (name: string) => readFileSync(join(SANCTIONS, name), 'utf8')

async function* whole(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

/** The whole UN list of 2026, OFAC's of 2021, and the aliases of 2025. */
export async function listsOfFixtures(): Promise<Map<SanctionsListName, ListedEntry[]>> {
  const aliases = file('ofac-2025/alt.csv')
  const comments = file('ofac-full-2021/sdn_comments.csv')
  const { entries } = readOfacCsv({ main: file('ofac-full-2021/sdn.csv'), aliases, comments })
  const known = new Set(entries.map(({ sourceId }) => sourceId))
  // Listed later, under numbers that the older table lacks.
  const later = readCsv(aliases).filter(([id = '']) => !known.has(id))
  const byId = Map.groupBy(later, ([id = '']) => id)
  const bare = { births: [], countries: [], programmes: [], documents: [], wallets: [], remarks: null }
  const added = [...byId].map(([sourceId, rows]): ListedEntry => {
    return { ...bare, sourceId, kind: 'person', names: rows.map((row) => ({ text: row[3] ?? '', isWeak: false })) }
  })
  const un = await readUnXml(whole(file('un/UN_consolidated.xml')))
  return new Map<SanctionsListName, ListedEntry[]>([
    ['un', un.entries],
    ['ofac_sdn', [...entries, ...added]],
  ])
}

/** Puts the lists into force. Returns the number of names. */
export async function putIntoForce(
  db: Database,
  lists: ReadonlyMap<SanctionsListName, ListedEntry[]>,
): Promise<number> {
  for (const [list, read] of lists) {
    await db.listSource.upsert({ where: { list }, create: { list }, update: {} })
    const entries = read.map((entry) => ({ ...entry, hash: fileHashOf(list, entry) }))
    const facts = { id: randomUUID(), list, publishedAt: null, fetchedAt: new Date(), address: 'fixtures' }
    const sha256 = createHash('sha256').update(list).digest('hex')
    const snapshot = { ...facts, sha256, bytes: 0, declaredCount: null, reader: 1 }
    await inTransaction(db, (tx) => putOneIntoForce(tx, { snapshot, entries }), LIST_TAKES_MS)
  }
  const states = await findListStates(db)
  return (await knownNames(db, { states, since: null })).reduce((sum, { names }) => sum + names.length, 0)
}

export const TREATED = 'yente_positives_un_treated.csv'
export const UNLISTED = ['yente_negatives_global.csv', 'yente_negatives_us.csv']

export function peopleOf(name: string): string[] {
  return readCsv(file(`eval/${name}`))
    .slice(1)
    .flatMap(([full]) => full || [])
}

/** How many a person would review, and the sorted times of the comparisons, in milliseconds. */
export type Measured = {
  found: number
  times: number[]
  /** This thread's time alone, without other work on the machine. */
  work: number[]
}

export async function measure(db: Database, people: readonly string[]): Promise<Measured> {
  let found = 0
  const [times, work]: [number[], number[]] = [[], []]
  for (const name of people) {
    const [begun, cpu] = [performance.now(), process.threadCpuUsage()]
    const lists = await knownNames(db, { states: await findListStates(db), since: null })
    const likenesses = compareNames(lists, { subject: 'user:nobody', personId: null, names: [name] })
    const { user, system } = process.threadCpuUsage(cpu)
    times.push(performance.now() - begun)
    work.push((user + system) / 1_000)
    if (likenesses.length > 0) found += 1
  }
  const inOrder = (values: number[]) => values.toSorted((one, other) => one - other)
  return { found, times: inOrder(times), work: inOrder(work) }
}
