/** The names for measuring the comparison: those that must be found, and those that must not (decision 127). */
import type { ListedEntry } from '#app/screening/domain/listed-entry.ts'
import { readCsv } from '#app/screening/services/lists/csv.ts'
import { CHANGES, type Change, chanceOf, changed, pick } from './changed-names.ts'
import { file, peopleOf, UNLISTED } from './measure.ts'
import { registerLikeCompanies, registerLikeVessels } from './register-like.ts'
import { TRANSLITERATED } from './transliterated.ts'

/** `wanted`: the entry that must be found; null: none. */
export type Spelling = { typed: string; wanted: string | null; kind?: string }

export const entryKey = (list: string, sourceId: string) => `${list} ${sourceId}`
export type Listed = { key: string; entry: ListedEntry }

/** As people write a company's name that they know from documents: another form or order, a letter, a blank. */
const OTHERWISE: readonly Change[] = ['drop', 'double', 'swap', 'add', 'form', 'words swapped', 'plural']

/** One main name of each entry, in another spelling. */
export function otherSpellings(listed: readonly Listed[], most: number): Spelling[] {
  return sample(listed, most).flatMap(({ key, entry }) => {
    const name = entry.names[0]?.text ?? ''
    const chance = chanceOf(`otherwise ${name}`)
    const kind = chance()
    if (kind < 0.25) return { typed: name, wanted: key, kind: 'as listed' }
    if (kind < 0.4) return { typed: name.toLowerCase().replaceAll(/[-.,]/g, ' '), wanted: key, kind: 'without signs' }
    if (kind < 0.5) return { typed: joined(name, chance), wanted: key, kind: 'two words joined' }
    const change = pick(OTHERWISE, chance)
    const typed = changed(name, change)
    return typed === null ? [] : { typed, wanted: key, kind: change }
  })
}

/** Ships as documents name them: with M/V in front, in another spelling. */
export function shipSpellings(listed: readonly Listed[], most: number): Spelling[] {
  return otherSpellings(listed, most).map((one, at) => {
    const prefix = ['M/V ', 'MT ', 'M.V. ', '', '', ''][at % 6] ?? ''
    return { ...one, typed: `${prefix}${one.typed}` }
  })
}

/** One change of each kind to this many names. */
export function mutations(listed: readonly Listed[], most: number): Spelling[] {
  return sample(listed, most).flatMap(({ key, entry }) =>
    CHANGES.flatMap((change) => {
      const typed = changed(entry.names[0]?.text ?? '', change)
      return typed === null ? [] : { typed, wanted: key, kind: change }
    }),
  )
}

/** Every name exactly as listed. */
export function itself(listed: readonly Listed[]): { typed: string; wanted: string; entry: ListedEntry }[] {
  return listed.flatMap(({ key, entry }) => entry.names.map(({ text }) => ({ typed: text, wanted: key, entry })))
}

/** People's names in their own scripts, as the list has them. */
export function originals(listed: readonly Listed[]): Spelling[] {
  return listed.flatMap(({ key, entry }) =>
    entry.kind !== 'person'
      ? []
      : entry.names.flatMap(({ text }) => (/\p{Script=Latin}/u.test(text) ? [] : { typed: text, wanted: key })),
  )
}

/** Spread over the whole list, always the same. */
function sample<T>(from: readonly T[], most: number): T[] {
  const step = Math.max(1, from.length / most)
  return Array.from({ length: Math.min(most, from.length) }, (_, at) => from[Math.floor(at * step)]).filter(
    (one) => one !== undefined,
  )
}

function joined(name: string, chance: () => number): string {
  const words = name.split(/\s+/)
  if (words.length < 2) return name
  const at = Math.floor(chance() * (words.length - 1))
  return words.toSpliced(at, 2, `${words[at]}${words[at + 1]}`).join(' ')
}

/** Entries for the transliterated names, in addition to the real ones. */
export const TRANSLITERATED_ENTRIES: ListedEntry[] = TRANSLITERATED.map(({ listed }, at) => ({
  ...{ sourceId: `transliterated ${at}`, kind: 'person', names: [{ text: listed, isWeak: false }] },
  ...{ births: [], countries: [], programmes: [], documents: [], wallets: [], remarks: null },
}))

export function transliterations(): Spelling[] {
  return TRANSLITERATED.map(({ typed, language }, at) => ({
    typed,
    wanted: entryKey('scripts', `transliterated ${at}`),
    kind: language,
  }))
}

export function unlisted(): { people: string[]; companies: string[]; vessels: string[] } {
  const rows = UNLISTED.flatMap((name) => readCsv(file(`eval/${name}`)).slice(1))
  const column = (at: number) =>
    [...new Set(rows.flatMap((row) => row[at] || []))].filter((text) => /^\p{Script=Latin}/u.test(text))
  const sources = { givens: column(1), families: column(3), places: column(6) }
  return {
    people: UNLISTED.flatMap(peopleOf),
    companies: registerLikeCompanies(4_000, sources),
    vessels: registerLikeVessels(4_000, sources),
  }
}
