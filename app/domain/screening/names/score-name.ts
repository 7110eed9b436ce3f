/** How much a typed name is like a listed one, with the reason for each word (decision 067). */
import type { NameWord, ReadName } from './read-name.ts'
import { type Likeness, likenessOf, spelledAlike, type WordMatch } from './word-likeness.ts'

/** A word of one name beside that of the other; null where the other has none. */
export type WordPair = { typed: string | null; listed: string | null; how: WordMatch | 'missing'; score: number }
export type NameScore = { score: number; words: WordPair[] }

/** From here on a person looks at it (measured: docs/decisions/067). */
export const REVIEW_FROM = 0.7

/** People leave out middle names more often than they invent any. */
const EXTRA_TYPED = 0.8
/** All of the listed name is there: what was typed besides is a patronymic, or a middle name. */
const EXTRA_BESIDE_ALL = 0.4
const ALL_THERE = 0.95
const EXTRA_LISTED = 0.25
/** One word in common says little when both names have more. */
const ONE_WORD = 0.6
const MOST_JOINED = 3
const SHORTEST_JOINED = 5

type Span = { from: number; length: number; words: NameWord[]; weight: number }
type Found = { typed: Span; listed: Span; likeness: Likeness }

/** From 0 to 1, of two names that were read. */
export function scoreName(typed: ReadName, listed: ReadName): NameScore {
  const found = pairUp(typed.words, listed.words)
  const score = Math.max(weigh(found, typed.words, listed.words), 0)
  const whole = wholeAlike(typed, listed)
  if (whole > score)
    return {
      score: whole,
      words: [{ typed: written(typed.words), listed: written(listed.words), how: 'joined', score: whole }],
    }
  return { score, words: explain(found, typed.words, listed.words) }
}

/** The best pairs first, each word once. */
function pairUp(typed: readonly NameWord[], listed: readonly NameWord[]): Found[] {
  const possible = [...wordPairs(typed, listed), ...joinedPairs(typed, listed)].toSorted(
    (a, b) => b.likeness.score * b.listed.weight - a.likeness.score * a.listed.weight || nearness(a) - nearness(b),
  )
  const taken = { typed: new Set<number>(), listed: new Set<number>() }
  return possible.filter((pair) => {
    if (places(pair.typed).some((place) => taken.typed.has(place))) return false
    if (places(pair.listed).some((place) => taken.listed.has(place))) return false
    for (const place of places(pair.typed)) taken.typed.add(place)
    for (const place of places(pair.listed)) taken.listed.add(place)
    return true
  })
}

const nearness = ({ typed, listed }: Found) => Math.abs(typed.from - listed.from)
const places = ({ from, length }: Span) => Array.from({ length }, (_, index) => from + index)

function wordPairs(typed: readonly NameWord[], listed: readonly NameWord[]): Found[] {
  return typed.flatMap((one, i) =>
    listed.flatMap((other, j) => {
      const likeness = likenessOf(one, other)
      return likeness ? [{ typed: span([one], i), listed: span([other], j), likeness }] : []
    }),
  )
}

/** Abd al Rahman and Abdulrahman: neighbours of one name that are one word of the other. */
function joinedPairs(typed: readonly NameWord[], listed: readonly NameWord[]): Found[] {
  return [
    ...joins(typed, listed).map(([many, one]) => ({ typed: many, listed: one })),
    ...joins(listed, typed).map(([many, one]) => ({ typed: one, listed: many })),
  ].map((pair) => ({ ...pair, likeness: { how: 'joined', score: 0.98 } }))
}

function joins(many: readonly NameWord[], single: readonly NameWord[]): [Span, Span][] {
  const spans = many.flatMap((_, from) =>
    Array.from({ length: MOST_JOINED - 1 }, (__, more) => many.slice(from, from + more + 2))
      .filter((words, more) => words.length === more + 2)
      .map((words) => ({ text: words.map(({ word }) => word).join(''), span: span(words, from) })),
  )
  return single.flatMap((word, at) =>
    word.word.length < SHORTEST_JOINED
      ? []
      : spans
          .filter(({ text }) => Math.abs(text.length - word.word.length) < 2 && spelledAlike(text, word.word) > 0.85)
          .map((joined): [Span, Span] => [joined.span, span([word], at)]),
  )
}

function span(words: NameWord[], from: number): Span {
  return { from, length: words.length, words, weight: words.reduce((sum, { weight }) => sum + weight, 0) }
}

function weigh(found: readonly Found[], typed: readonly NameWord[], listed: readonly NameWord[]): number {
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
  // Company 4 is not company 5, and not the company without a number either.
  const numbersDiffer = [...left.typed, ...left.listed].some(({ isNumber }) => isNumber)
  const weight = ({ typed: one, listed: other }: Found) => (one.weight + other.weight) / 2
  const matched = found.reduce((sum, pair) => sum + weight(pair), 0)
  const likeness = found.reduce((sum, pair) => sum + weight(pair) * pair.likeness.score, 0)
  const sum = (words: NameWord[]) => words.reduce((total, word) => total + word.weight, 0)
  const isAllThere =
    left.listed.every(({ isLight }) => isLight) &&
    found.filter((pair) => pair.listed.words.some(({ isLight }) => !isLight)).length > 1 &&
    likeness >= ALL_THERE * matched
  const all =
    matched + (isAllThere ? EXTRA_BESIDE_ALL : EXTRA_TYPED) * sum(left.typed) + EXTRA_LISTED * sum(left.listed)
  if (all === 0) return 0
  const telling = found.filter((pair) => pair.listed.words.some(({ isLight }) => !isLight))
  if (telling.length === 0) return 0
  const namesOf = (words: readonly NameWord[]) => words.filter(({ isLight }) => !isLight).length
  const isOneOfSeveral =
    telling.every(({ listed: { words } }) => words.length === 1) && telling.length === 1 && namesOf(listed) > 1
  const isOneTyped =
    telling.length === 1 && namesOf(typed) > 1 && telling.every(({ typed: { words } }) => words.length === 1)
  const factor = (isOneOfSeveral || isOneTyped ? ONE_WORD : 1) * (numbersDiffer ? 0.7 : 1)
  return (likeness / all) * factor
}

function leftOf(words: readonly NameWord[], taken: readonly Span[]): NameWord[] {
  const used = new Set(taken.flatMap(places))
  return words.filter((_, index) => !used.has(index))
}

/** Without spaces: all of it was joined or parted. */
function wholeAlike(typed: ReadName, listed: ReadName): number {
  const [one, other] = [typed.norm.replaceAll(' ', ''), listed.norm.replaceAll(' ', '')]
  if (one.length < SHORTEST_JOINED || typed.words.length === listed.words.length) return 0
  if (/\d/.test(one + other) && one !== other) return 0
  const alike = spelledAlike(one, other)
  return alike > 0.85 ? alike * 0.98 : 0
}

function explain(found: readonly Found[], typed: readonly NameWord[], listed: readonly NameWord[]): WordPair[] {
  const pairs = found
    .toSorted((a, b) => a.typed.from - b.typed.from)
    .map(({ typed: one, listed: other, likeness }) => ({
      typed: written(one.words),
      listed: written(other.words),
      how: likeness.how,
      score: round(likeness.score),
    }))
  const alone = (words: NameWord[]) => words.map(({ written: text }) => text)
  return [
    ...pairs,
    ...alone(
      leftOf(
        typed,
        found.map((pair) => pair.typed),
      ),
    ).map((text) => ({ typed: text, listed: null, how: 'missing' as const, score: 0 })),
    ...alone(
      leftOf(
        listed,
        found.map((pair) => pair.listed),
      ),
    ).map((text) => ({ typed: null, listed: text, how: 'missing' as const, score: 0 })),
  ]
}

const written = (words: readonly NameWord[]) => words.map((word) => word.written).join(' ')
const round = (score: number) => Math.round(score * 1000) / 1000
