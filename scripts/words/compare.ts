/** What is wrong with a translation compared with English. Every complaint is one line that names the sentence. */
import type { Sentences } from './locales.ts'
import { countedKey, pluralForms, possibleForms } from './plurals.ts'

/** Sentences that may equal the English ones (locales/same-as-english.json). */
export type SameAsEnglish = {
  /** Whole sentences, in every language: brands, codes, units. */
  everywhere: string[]
  /** By language: keys whose sentence happens to be the same. */
  byLanguage: Record<string, string[]>
}

type Compared = { language: string; english: Sentences; own: Sentences; same: SameAsEnglish }

export function compareWithEnglish({ language, english, own, same }: Compared): string[] {
  const expected = expectedKeys(language, english)
  const allowed = new Set(same.byLanguage[language] ?? [])
  const missing = findMissing([...expected.keys()], own)
  const wrong = [...own].flatMap(([key, text]) => {
    const source = expected.get(key) ?? sourceOfRareForm(key, { language, english })
    if (source === undefined) return [`${key} is not a key of English`]
    const isUntranslated = text === source && hasWords(text) && !same.everywhere.includes(text) && !allowed.has(key)
    return [
      ...(isUntranslated ? [`${key} is the same as in English: “${text}”`] : []),
      ...compareHoles(key, { text, source }),
      ...compareMarks(key, { text, source }),
    ]
  })
  const idle = [...allowed].filter((key) => own.get(key) !== expected.get(key))
  return [
    ...missing,
    ...wrong,
    ...idle.map((key) => `${key} is on the list of what is the same as in English, but is not`),
  ]
}

/** A missing file is one complaint, not hundreds. */
function findMissing(keys: string[], own: Sentences): string[] {
  const begun = new Set([...own.keys()].map(fileOf))
  const files = new Set(keys.map(fileOf).filter((file) => !begun.has(file)))
  const single = keys.filter((key) => begun.has(fileOf(key)) && !own.has(key))
  return [...files, ...single].map((what) => `${what} is missing`)
}

function fileOf(key: string): string {
  return `${key.split(':')[0]}.json`
}

/** Returns the keys that the language must have, each with its English sentence. */
function expectedKeys(language: string, english: Sentences): Map<string, string> {
  const forms = pluralForms(language)
  return new Map(
    [...english].flatMap(([key, text]): [string, string][] => {
      const counted = countedKey(key, english)
      if (counted === null) return [[key, text]]
      if (!key.endsWith('_other')) return []
      return forms.map((form) => [`${counted}_${form}`, english.get(`${counted}_${form}`) ?? text])
    }),
  )
}

function sourceOfRareForm(key: string, { language, english }: Pick<Compared, 'language' | 'english'>) {
  const counted = countedKey(key, english)
  const isPossible = possibleForms(language).some((form) => key === `${counted}_${form}`)
  return isPossible ? english.get(`${counted}_other`) : undefined
}

function hasWords(text: string): boolean {
  return /\p{L}/u.test(text.replaceAll(/\{\{.*?\}\}|<\/?\w+>/g, ''))
}

type Pair = { text: string; source: string }

function compareHoles(key: string, { text, source }: Pair): string[] {
  const holes = holesIn(text)
  const wanted = holesIn(source)
  // "one minute" need not show its number.
  const canGo = /_(?:zero|one|two)$/.test(key) ? ['{{count}}'] : []
  const lost = wanted.filter((hole) => !holes.includes(hole) && !canGo.includes(hole))
  const strange = holes.filter((hole) => !wanted.includes(hole))
  const rest = text.replaceAll(/\{\{\w+\}\}/g, '')
  return [
    ...lost.map((hole) => `${key} lacks ${hole}`),
    ...strange.map((hole) => `${key} has ${hole}, which English has not`),
    ...(/[{}]/.test(rest) ? [`${key} has a broken placeholder: “${text}”`] : []),
  ]
}

function holesIn(text: string): string[] {
  return [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])]
}

/** Marks are `<name>words</name>`, never nested (app/kernel/ui/text/rich-text.tsx). */
function compareMarks(key: string, { text, source }: Pair): string[] {
  const names = marksIn(text).names.sort()
  const wanted = marksIn(source).names.sort()
  const isSame = names.join() === wanted.join()
  return [
    ...(isSame ? [] : [`${key} has the marks ${listed(names)}, English has ${listed(wanted)}`]),
    // English has a bare < or > in few places, such as "balance 4 < required 5".
    ...(marksIn(text).bare === marksIn(source).bare ? [] : [`${key} has a broken mark: “${text}”`]),
  ]
}

function marksIn(text: string): { names: string[]; bare: number } {
  const names: string[] = []
  const rest = text.replaceAll(/<(\w+)>([^<>]+)<\/\1>/g, (_, name: string, words: string) => {
    names.push(name)
    return words
  })
  return { names, bare: rest.match(/[<>]/g)?.length ?? 0 }
}

function listed(names: string[]): string {
  return names.length === 0 ? 'none' : names.map((name) => `<${name}>`).join(' ')
}
