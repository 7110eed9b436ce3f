/** How alike a typed and a listed name are, with the reason for each word (decision 127). */
import { changesBetween, spelledAlike } from './changes-between.ts'
import { type FoundPair, leftOf, pairUp, type WordSpan } from './pair-words.ts'
import { type NameWord, type ReadName, togetherOf } from './read-name.ts'
import { SOUND, type WordMatch } from './word-likeness.ts'

/** A word of one name beside that of the other; null where the other has none. */
export type WordPair = { typed: string | null; listed: string | null; how: WordMatch | 'missing'; score: number }
export type NameScore = { score: number; words: WordPair[] }

/** From this score on a person reviews it (measured: decision 127). */
export const REVIEW_FROM = 0.7

/** People leave out middle names more often than they invent any. */
const EXTRA_TYPED = 0.8
/** The whole listed name is there: what was typed besides is a patronymic, or a middle name. */
const EXTRA_BESIDE_ALL = 0.4
const ALL_THERE = 0.95
const EXTRA_LISTED = 0.25
/** One word in common says little when both names have more. */
const ONE_WORD = 0.6
/** Company 4 is neither company 5 nor the company without a number. */
const OTHER_NUMBER = 0.7
/** One word with the same consonants says even less. */
const ONE_SOUND = 0.85
const SHORTEST_WHOLE = 5
/** From this length of the whole name on, one letter may differ, in words of any length. */
const ONE_CHARACTER_FROM = 7
const SHORTEST_DISTINCTIVE = 4
const WHOLE = 0.98

/** From 0 to 1, for two names that were read. Names that read the same score 1. */
export function scoreName(typed: ReadName, listed: ReadName): NameScore {
  const [one, other] = sameFooting(typed.words, listed.words)
  const found = pairUp(one, other)
  const words = explain(found, one, other)
  if (one.length > 0 && spelled(one) === spelled(other)) return { score: 1, words }
  const score = weigh(found, one, other)
  const whole = wholeAlike(one, other)
  if (whole > score)
    return {
      score: whole,
      words: [{ typed: written(one), listed: written(other), how: 'joined', score: round(whole) }],
    }
  return { score, words }
}

/** A name of forms and titles only, General Trading Company, is identified by these: there they have full weight. */
function sameFooting(typed: readonly NameWord[], listed: readonly NameWord[]) {
  if (listed.some(({ isLight }) => !isLight)) return [typed, listed] as const
  const asNames = (words: readonly NameWord[]) =>
    words.map((word) => ({ ...word, word: word.spelling, weight: word.fullWeight, isLight: false }))
  return [asNames(typed), asNames(listed)] as const
}

const spelled = (words: readonly NameWord[]) => words.map(({ spelling }) => spelling).join(' ')
const weightOf = (words: readonly NameWord[]) => words.reduce((total, { weight }) => total + weight, 0)

function weigh(found: readonly FoundPair[], typed: readonly NameWord[], listed: readonly NameWord[]): number {
  const telling = found.filter((pair) => pair.listed.words.some(({ isLight }) => !isLight))
  // An initial counts beside a name, and not alone.
  if (telling.every(({ likeness }) => likeness.how === 'initial')) return 0
  const left = {
    typed: leftOf(
      typed,
      found.map((pair) => pair.typed),
    ),
    listed: leftOf(
      listed,
      found.map((pair) => pair.listed),
    ),
  }
  const numbersDiffer = [...left.typed, ...left.listed].some(({ isNumber }) => isNumber)
  const weight = ({ typed: one, listed: other }: FoundPair) => (weightOf(one.words) + weightOf(other.words)) / 2
  const matched = found.reduce((sum, pair) => sum + weight(pair), 0)
  const likeness = found.reduce((sum, pair) => sum + weight(pair) * pair.likeness.score, 0)
  const isAllThere =
    left.listed.every(({ isLight }) => isLight) && telling.length > 1 && likeness >= ALL_THERE * matched
  const all =
    matched +
    (isAllThere ? EXTRA_BESIDE_ALL : EXTRA_TYPED) * weightOf(left.typed) +
    EXTRA_LISTED * weightOf(left.listed)
  const isOneOfSeveral = [typed, listed].some((words) => isOneWord(telling, words))
  return (
    (likeness / all) *
    (isOneOfSeveral ? ONE_WORD : 1) *
    (isOneSound(telling) ? ONE_SOUND : 1) *
    (numbersDiffer ? OTHER_NUMBER : 1)
  )
}

/** Is the only identifying pair one word that sounds alike, in the same script? */
function isOneSound(telling: readonly FoundPair[]): boolean {
  const [pair] = telling
  return telling.length === 1 && pair?.likeness.how === 'sound' && pair.likeness.score <= SOUND
}

/** Is the only identifying pair one word each, where this name has more of them? */
function isOneWord(telling: readonly FoundPair[], of: readonly NameWord[]): boolean {
  const [pair] = telling
  if (pair === undefined || telling.length > 1 || pair.typed.words.length > 1 || pair.listed.words.length > 1)
    return false
  return of.filter(({ isLight }) => !isLight).length > 1
}

/** Without spaces: words were joined or split, or one letter differs. */
function wholeAlike(typed: readonly NameWord[], listed: readonly NameWord[]): number {
  const [all, others] = [togetherOf(typed), togetherOf(listed)]
  if (Math.min(all.length, others.length) < SHORTEST_WHOLE || digits(all) !== digits(others)) return 0
  const alike = all === others || typed.length !== listed.length ? spelledAlike(all, others) : 0
  if (alike > 0.85) return alike * WHOLE
  // In text read from syllables, another letter is another syllable.
  if ([...typed, ...listed].some(({ script }) => script === 'han' || script === 'hangul')) return 0
  if (!oneCharacterApart(all, others)) return 0
  const isLong = Math.min(distinctiveLength(typed), distinctiveLength(listed)) >= SHORTEST_DISTINCTIVE
  return isLong || tellsTheSame(typed, listed) ? (1 - 1 / Math.max(all.length, others.length)) * WHOLE : 0
}

/** The slip is in a form or a trade beside the name: SUN LLCw is SUN LLC, and GIA is not IGA. */
function tellsTheSame(typed: readonly NameWord[], listed: readonly NameWord[]): boolean {
  const spellings = new Set(typed.map(({ spelling }) => spelling))
  return listed.every(({ isLight, spelling }) => isLight || spellings.has(spelling))
}

function oneCharacterApart(one: string, other: string): boolean {
  return Math.max(one.length, other.length) >= ONE_CHARACTER_FROM && changesBetween(one, other, 1) <= 1
}

const distinctiveLength = (words: readonly NameWord[]) => togetherOf(words.filter(({ isLight }) => !isLight)).length

const digits = (text: string) => text.replaceAll(/\D/g, '')

function explain(found: readonly FoundPair[], typed: readonly NameWord[], listed: readonly NameWord[]): WordPair[] {
  const pairs = found
    .toSorted((a, b) => a.typed.from - b.typed.from)
    .map(({ typed: one, listed: other, likeness }) => ({
      typed: written(one.words),
      listed: written(other.words),
      how: likeness.how,
      score: round(likeness.score),
    }))
  const alone = (words: readonly NameWord[], taken: readonly WordSpan[]) =>
    leftOf(words, taken).map(({ written }) => written)
  const [ofTyped, ofListed] = [found.map((pair) => pair.typed), found.map((pair) => pair.listed)]
  return [
    ...pairs,
    ...alone(typed, ofTyped).map((text) => ({ typed: text, listed: null, how: 'missing' as const, score: 0 })),
    ...alone(listed, ofListed).map((text) => ({ typed: null, listed: text, how: 'missing' as const, score: 0 })),
  ]
}

const written = (words: readonly NameWord[]) => words.map((word) => word.written).join(' ')
const round = (score: number) => Math.round(score * 1000) / 1000
