/** `npm run lint:words [-- language …]`: compares all or some languages with the code, the spec and English. */
import { join } from 'node:path'
import { LANGUAGES } from '#app/kernel/i18n/languages.ts'
import { ROOT } from './build.ts'
import { reasonOf } from './launcher/problems.ts'
import { compareWithEnglish, type SameAsEnglish } from './words/compare.ts'
import { checkFigures } from './words/figures.ts'
import { readJson, readSentences, type Sentences } from './words/locales.ts'
import { checkSpecSentences } from './words/spec-sentences.ts'
import { checkStyle } from './words/style.ts'
import { findUnused, readSources } from './words/usage.ts'

const FOLDER = join(ROOT, 'locales')

function main(asked: string[]): void {
  const english = readSentences(FOLDER, 'en') ?? new Map()
  const same = readJson(join(FOLDER, 'same-as-english.json')) as SameAsEnglish
  for (const language of asked.length > 0 ? asked : Object.keys(LANGUAGES)) {
    const complaints = language === 'en' ? checkEnglish(english) : checkTranslation(language, { english, same })
    for (const complaint of complaints ?? ['there is no folder']) {
      console.error(`${language}: ${complaint}`)
      process.exitCode = 1
    }
  }
}

function checkEnglish(english: Sentences): string[] {
  const unused = findUnused(english, readSources(ROOT)).map((key) => `${key} is said nowhere`)
  return [...checkStyle(english), ...checkSpecSentences(english), ...unused]
}

function checkTranslation(language: string, { english, same }: { english: Sentences; same: SameAsEnglish }) {
  const own = readSentences(FOLDER, language)
  return (
    own && [...compareWithEnglish({ language, english, own, same }), ...checkStyle(own), ...checkFigures(language, own)]
  )
}

try {
  main(process.argv.slice(2))
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
}
