/** Which languages are complete, and which English texts a page in another language must not show. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { directionOf, LANGUAGES, type Language } from '#app/kernel/i18n/languages.ts'
import { ROOT } from '#scripts/build.ts'
import { compareWithEnglish, type SameAsEnglish } from '#scripts/words/compare.ts'
import { readJson, readSentences, type Sentences } from '#scripts/words/locales.ts'
import type { LaidOut } from './light-table.ts'
import {
  findNameless,
  findOverflow,
  findRawWords,
  findTornWords,
  readFrame,
  readWords,
  violations,
} from './page-checks.ts'

const FOLDER = join(ROOT, 'locales')
const ENGLISH: Sentences = readSentences(FOLDER, 'en') ?? new Map()

/** Complete languages: others are added by themselves with their last sentence. */
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

/** Pieces of English sentences, between values and marks, that the language translates. */
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

/** English sentences, or pieces of them, in a text of another language. */
export function findEnglish(text: string, language: Language): string[] {
  if (language === 'en') return []
  return englishFragments(language).filter((fragment) => text.includes(fragment))
}

/** Checks a page in a language, at its present width. Returns the faults as sentences. */
export async function checkLanguage(page: Page, language: Language): Promise<string[]> {
  const laidOut = {
    words: await page.evaluate(readWords),
    overflow: await page.evaluate(findOverflow),
    torn: await page.evaluate(findTornWords),
    nameless: await page.evaluate(findNameless),
    frame: await page.evaluate(readFrame),
  }
  return findFaults(laidOut, language)
}

/** The same for a page that was laid out and read already. */
export function findFaults({ words, overflow, torn, nameless, frame }: LaidOut, language: Language): string[] {
  return [
    ...findEnglish(words, language).map((english) => `English: “${english}”`),
    ...findRawWords(words),
    ...overflow.map((element) => `wider than the screen: ${element}`),
    ...torn.map((word) => `cut by the end of a line: ${word}`),
    ...nameless.map((element) => `without a name: ${element}`),
    ...findWrongDirection(frame, language),
  ]
}

/** The axe rules about what a language can change: names, labels, headings, what scrolls. */
const RULES_ABOUT_WORDS = [
  'aria-command-name',
  'aria-dialog-name',
  'aria-input-field-name',
  'aria-progressbar-name',
  'aria-toggle-field-name',
  'button-name',
  'document-title',
  'duplicate-id-aria',
  'empty-heading',
  'empty-table-header',
  'form-field-multiple-labels',
  'frame-title',
  'html-has-lang',
  'html-lang-valid',
  'html-xml-lang-mismatch',
  'image-alt',
  'image-redundant-alt',
  'input-button-name',
  'label',
  'label-title-only',
  'landmark-unique',
  'link-name',
  'role-img-alt',
  'scrollable-region-focusable',
  'select-name',
  'summary-name',
  'svg-img-alt',
  'table-duplicate-name',
  'valid-lang',
]

/** axe's findings about texts. Colours and structure do not depend on the language: the walk checks them. */
export function checkNames(page: Page): Promise<string[]> {
  // These rules need no style sheets.
  return violations(page, { options: { runOnly: RULES_ABOUT_WORDS, preload: false } })
}

function findWrongDirection({ lang, dir, computed, mark, menu }: LaidOut['frame'], language: Language): string[] {
  const direction = directionOf(language)
  const isMirrored = mark > menu
  return [
    ...(lang === language ? [] : [`the document says that its language is ${lang}`]),
    ...(dir === direction && computed === direction ? [] : [`the direction is ${dir}, computed ${computed}`]),
    ...(isMirrored === (direction === 'rtl') ? [] : [`the mark stands at ${mark} px, the menu at ${menu} px`]),
  ]
}
