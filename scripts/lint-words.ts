/**
 * `npm run lint:words [-- language …]`: the words of the product, held against the code, the spec and English. Without a
 * language it looks at all of them; a language that is not required yet is told of in one line.
 */
import { join } from 'node:path'
import { LANGUAGES } from '#app/i18n/languages.ts'
import { ROOT } from './build.ts'
import { reasonOf } from './problems.ts'
import { compareWithEnglish, type SameAsEnglish } from './words/compare.ts'
import { readJson, readSentences, type Sentences } from './words/locales.ts'
import { checkSpecSentences } from './words/spec-sentences.ts'
import { checkStyle } from './words/style.ts'
import { findUnused, readSources } from './words/usage.ts'

/** The languages whose words must be complete and right. */
const LANGUAGES_REQUIRED: string[] = ['en']

const FOLDER = join(ROOT, 'locales')

function main(asked: string[]): void {
  const english = readSentences(FOLDER, 'en') ?? new Map()
  const same = readJson(join(FOLDER, 'same-as-english.json')) as SameAsEnglish
  for (const language of asked.length > 0 ? asked : Object.keys(LANGUAGES)) {
    const complaints = language === 'en' ? checkEnglish(english) : checkTranslation(language, { english, same })
    if (complaints === null) tell(language, ['there is no folder yet'], asked.length > 0)
    else if (complaints.length > 0) tell(language, complaints, asked.length > 0)
  }
}

function checkEnglish(english: Sentences): string[] {
  const unused = findUnused(english, readSources(ROOT)).map((key) => `${key} is said nowhere`)
  return [...checkStyle(english), ...checkSpecSentences(english), ...unused]
}

function checkTranslation(language: string, { english, same }: { english: Sentences; same: SameAsEnglish }) {
  const own = readSentences(FOLDER, language)
  return own && [...compareWithEnglish({ language, english, own, same }), ...checkStyle(own)]
}

function tell(language: string, complaints: string[], isAsked: boolean): void {
  if (LANGUAGES_REQUIRED.includes(language) || isAsked) {
    for (const complaint of complaints) console.error(`${language}: ${complaint}`)
    process.exitCode = 1
    return
  }
  const [first = ''] = complaints
  const more = complaints.length > 1 ? ` and ${complaints.length - 1} more: npm run lint:words -- ${language}` : ''
  console.log(`${language}: ${first}${more} (not required yet)`)
}

try {
  main(process.argv.slice(2))
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
}
