/** Which languages are complete, and which English words a page in another language must not show. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { directionOf, LANGUAGES, type Language } from '#app/i18n/kernel/languages.ts'
import { ROOT } from '#scripts/build.ts'
import { compareWithEnglish, type SameAsEnglish } from '#scripts/words/compare.ts'
import { readJson, readSentences, type Sentences } from '#scripts/words/locales.ts'
import { findOverflow, findTornWords, readWords, violations } from './page-checks.ts'

const FOLDER = join(ROOT, 'locales')
const ENGLISH: Sentences = readSentences(FOLDER, 'en') ?? new Map()

/** Every language with nothing missing: the others join by themselves when their last sentence is written. */
export function completeLanguages(): Language[] {
  const same = readJson(join(FOLDER, 'same-as-english.json')) as SameAsEnglish
  return (Object.keys(LANGUAGES) as Language[]).filter((language) => {
    const own = readSentences(FOLDER, language)
    if (!own) return false
    const complaints = compareWithEnglish({ language, english: ENGLISH, own, same })
    return !complaints.some((complaint) => complaint.endsWith(' is missing'))
  })
}

const SHORTEST_SENTENCE = 3
const knownFragments = new Map<Language, string[]>()

/** Pieces of English sentences, between their values and marks, that the language says otherwise. */
function englishFragments(language: Language): string[] {
  const known = knownFragments.get(language)
  if (known) return known
  const own = readSentences(FOLDER, language) ?? new Map<string, string>()
  const said = [...own.values()].join('\n')
  const pieces = [...ENGLISH.values()]
    .flatMap((text) => text.split(/\{\{\w+\}\}|<\/?\w+>/))
    .map((piece) => piece.trim())
  const sentences = pieces.filter((piece) => (piece.match(/\p{L}+/gu)?.length ?? 0) >= SHORTEST_SENTENCE)
  const fragments = [...new Set(sentences)].filter((piece) => !said.includes(piece))
  knownFragments.set(language, fragments)
  return fragments
}

/** English sentences, or pieces of some, in a text of another language. */
export function findEnglish(text: string, language: Language): string[] {
  if (language === 'en') return []
  return englishFragments(language).filter((fragment) => text.includes(fragment))
}

/** All that must hold of a page in a language, at the width it has. Answers with what does not, in words. */
export async function checkLanguage(page: Page, language: Language): Promise<string[]> {
  const words = await page.evaluate(readWords)
  const overflow = await page.evaluate(findOverflow)
  const torn = await page.evaluate(findTornWords)
  const faults = await violations(page, ALL_BUT_COLOURS)
  return [
    ...findEnglish(words, language).map((english) => `English: “${english}”`),
    ...overflow.map((element) => `wider than the screen: ${element}`),
    ...torn.map((word) => `cut by the end of a line: ${word}`),
    ...faults,
    ...(await checkDirection(page, language)),
  ]
}

/** Colours are the same in every language: the walk measures them, and without them axe need not read the stylesheets. */
const ALL_BUT_COLOURS = { rules: { 'color-contrast': { enabled: false } }, preload: false }

/** The frame of every page: its language, and where the reader's eye begins. */
async function checkDirection(page: Page, language: Language): Promise<string[]> {
  const { lang, dir, computed, mark, menu } = await page.evaluate(readFrame)
  const direction = directionOf(language)
  const isMirrored = mark > menu
  return [
    ...(lang === language ? [] : [`the document says that its language is ${lang}`]),
    ...(dir === direction && computed === direction ? [] : [`the direction is ${dir}, computed ${computed}`]),
    ...(isMirrored === (direction === 'rtl') ? [] : [`the mark stands at ${mark} px, the menu at ${menu} px`]),
  ]
}

function readFrame() {
  const { lang, dir } = document.documentElement
  const startOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().left ?? Number.NaN
  const computed = getComputedStyle(document.body).direction
  return { lang, dir, computed, mark: startOf('.bar__mark'), menu: startOf('.bar__end') }
}
