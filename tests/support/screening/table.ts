/** How many of each population the worker's comparison and index find, and how many unlisted names (decision 127). */
import { NO_FACTS, type SaidFacts } from '#app/screening/domain/facts/compare-facts.ts'
import { countryCode } from '#app/screening/domain/facts/country-codes.ts'
import type { ListedEntry } from '#app/screening/domain/listed-entry.ts'
import { findNameCandidates, makeNameIndex, type NameIndex } from '#app/screening/domain/names/name-index.ts'
import { readName, readNames } from '#app/screening/domain/names/read-name.ts'
import { scoreName } from '#app/screening/domain/names/score-name.ts'
import { readCsv } from '#app/screening/services/lists/csv.ts'
import { compareNames } from '#app/screening/workflows/compare.server.ts'
import { isReported } from './changed-names.ts'
import { file, listsOfFixtures, peopleOf, TREATED, UNLISTED } from './measure.ts'
import {
  entryKey,
  itself,
  type Listed,
  mutations,
  originals,
  otherSpellings,
  type Spelling,
  shipSpellings,
  TRANSLITERATED_ENTRIES,
  transliterations,
  unlisted,
} from './populations.ts'

/** Shares of each half: that for tuning, and that reported. `missed`: names of the reported half, to review. */
export type Row = { population: string; cases: number; tuned: number; reported: number; missed: string[] }
export type Table = { found: Row[]; falseHits: Row[] }

/** Minimum shares of the reported half. The UN's original names omit words, or differ from the Latin ones. */
export const AT_LEAST: Record<string, number> = {
  people: 0.99,
  companies: 0.99,
  vessels: 0.99,
  'scripts by hand': 0.99,
  'original names of the UN': 0.95,
  'companies changed': 0.97,
  'vessels changed': 0.97,
}
export const MOST_FALSE = 0.02

const ENTITIES = 2_000

export type Ground = {
  people: NameIndex[]
  vessels: NameIndex[]
  /** Without names in other scripts: these must be found by their transliteration. */
  latin: NameIndex[]
  listed: Listed[]
}

const isLatin = (text: string) => !/(?!\p{Script=Latin})\p{L}/u.test(text)

export async function openGround(): Promise<Ground> {
  const lists = await listsOfFixtures()
  const all = [...lists].flatMap(([list, entries]) =>
    entries.map((entry) => ({ key: entryKey(list, entry.sourceId), entry })),
  )
  const isShip = ({ entry }: Listed) => entry.kind === 'vessel' || entry.kind === 'aircraft'
  const compared = all.filter((one) => !isShip(one))
  const latin = compared.map(({ key, entry }) => ({
    key,
    entry: { ...entry, names: entry.names.filter(({ text }) => isLatin(text)) },
  }))
  const byHand = TRANSLITERATED_ENTRIES.map((entry) => ({ key: entryKey('scripts', entry.sourceId), entry }))
  return {
    people: [await indexOf(compared)],
    vessels: [await indexOf(all.filter(({ entry }) => entry.kind === 'vessel'))],
    latin: [await indexOf([...latin, ...byHand])],
    listed: all,
  }
}

function indexOf(listed: readonly Listed[]): Promise<NameIndex> {
  return makeNameIndex(
    listed.flatMap(({ key, entry }) =>
      entry.names.map((name) => ({ entryId: key, entryHash: '', ...name, facts: factsOf(entry) })),
    ),
  )
}

const factsOf = ({ births, countries, documents }: ListedEntry) => ({ births, countries, documents })

const found = (index: NameIndex[], name: string, facts: SaidFacts = NO_FACTS) =>
  compareNames(index, { subject: 'user:nobody', personId: null, names: [name], facts })

export function measureTable(ground: Ground): Table {
  const of = (kind: string) => ground.listed.filter(({ entry }) => entry.kind === kind)
  const nobody = unlisted()
  const treated = peopleOf(TREATED).map((typed): Spelling => ({ typed, wanted: null }))
  return {
    found: [
      rowOf('people', treated, ({ typed }) => found(ground.people, typed).length > 0),
      recall('companies', ground.people, otherSpellings(of('entity'), ENTITIES * 2)),
      recall('vessels', ground.vessels, shipSpellings(of('vessel'), ENTITIES)),
      recall('scripts by hand', ground.latin, transliterations()),
      recall(
        'original names of the UN',
        ground.latin,
        originals(ground.listed.filter(({ key }) => key.startsWith('un '))),
      ),
      recall('companies changed', ground.people, mutations(of('entity'), ENTITIES)),
      recall('vessels changed', ground.vessels, mutations(of('vessel'), ENTITIES)),
    ],
    falseHits: [
      falseHits('people', ground.people, nobody.people),
      rowOf(
        'people with birth and country',
        strangers(),
        ({ typed, facts }) => found(ground.people, typed, facts).length > 0,
      ),
      falseHits('companies', ground.people, nobody.companies),
      falseHits('vessels', ground.vessels, nobody.vessels),
    ],
  }
}

/** Of each tenth name of persons, companies and vessels, those that do not find their own entry with a score of 1. */
export function lostNames(ground: Ground): string[] {
  const names = itself(ground.listed.filter(({ entry }) => entry.kind !== 'aircraft'))
  return names
    .filter((_, place) => place % 10 === 0)
    .flatMap(({ typed, wanted, entry }) => {
      const index = entry.kind === 'vessel' ? ground.vessels : ground.people
      const isFound = readNames(typed).some((name, way) => {
        const candidates = findNameCandidates(index, name)
        const isAmong = candidates.some(({ candidate }) => candidate.entryId === wanted)
        return isAmong && scoreName(name, readName(typed, way)).score === 1
      })
      return isFound ? [] : typed
    })
}

function recall(population: string, index: NameIndex[], cases: readonly Spelling[]): Row {
  return rowOf(population, cases, ({ typed, wanted }) => found(index, typed).some(({ entryId }) => entryId === wanted))
}

function falseHits(population: string, index: NameIndex[], names: readonly string[]): Row {
  return rowOf(
    population,
    names.map((typed) => ({ typed })),
    ({ typed }) => found(index, typed).length > 0,
  )
}

function rowOf<T extends { typed: string }>(population: string, cases: readonly T[], is: (one: T) => boolean): Row {
  const judged = cases.map((one) => ({ typed: one.typed, is: is(one), half: isReported(one.typed) }))
  const half = (reported: boolean) => judged.filter((one) => one.half === reported)
  const share = (of: typeof judged) => of.filter((one) => one.is).length / of.length
  const missed = half(true).flatMap((one) => (one.is ? [] : one.typed))
  return { population, cases: cases.length, tuned: share(half(false)), reported: share(half(true)), missed }
}

/** People on no list, with their own details. */
function strangers(): { typed: string; facts: SaidFacts }[] {
  return UNLISTED.flatMap((name) => {
    const [header = [], ...rows] = readCsv(file(`eval/${name}`))
    const cell = (row: string[], column: string) => row[header.indexOf(column)] ?? ''
    return rows.flatMap((row) => {
      const facts = {
        born: cell(row, 'date_of_birth') || null,
        country: countryCode(cell(row, 'nationality')),
        numbers: [],
      }
      return cell(row, 'full_name') ? { typed: cell(row, 'full_name'), facts } : []
    })
  })
}

export function linesOf({ found: rows, falseHits: hits }: Table): string[] {
  const percent = (share: number) => `${(share * 100).toFixed(2)} %`
  const thousand = (share: number) => `${(share * 1_000).toFixed(1)} of 1,000`
  return [
    ...rows.map(
      (row) =>
        `found, ${row.population}: ${percent(row.reported)} of the half that is reported (${percent(row.tuned)} of the other), ${row.cases} names`,
    ),
    ...hits.map(
      (row) => `of nobody, ${row.population}: ${thousand(row.reported)} (${thousand(row.tuned)}), ${row.cases} names`,
    ),
  ]
}
