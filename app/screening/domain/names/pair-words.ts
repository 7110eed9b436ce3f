/** Pairs the words of two names, each word once. */
import { spelledAlike } from './changes-between.ts'
import type { NameWord } from './read-name.ts'
import { skeletonOf } from './skeleton.ts'
import { type Likeness, likenessOf, soundsKorean } from './word-likeness.ts'

/** Adjacent words of a name. */
export type WordSpan = { from: number; words: readonly NameWord[] }
export type FoundPair = { typed: WordSpan; listed: WordSpan; likeness: Likeness }

const MOST_JOINED = 4
const SHORTEST_JOINED = 5
const JOINED = 0.98
const BY_SOUND: Likeness = { how: 'joined', score: 0.85 }
const INITIALS = 0.75

/** The same words first, then the best pairs of the rest. */
export function pairUp(typed: readonly NameWord[], listed: readonly NameWord[]): FoundPair[] {
  const possible = [...wordPairs(typed, listed), ...joinedPairs(typed, listed)].toSorted(
    (a, b) =>
      rankOf(a) - rankOf(b) ||
      b.likeness.score * lengthOf(b) - a.likeness.score * lengthOf(a) ||
      nearness(a) - nearness(b),
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

export function leftOf(words: readonly NameWord[], taken: readonly WordSpan[]): NameWord[] {
  const used = new Set(taken.flatMap(places))
  return words.filter((_, index) => !used.has(index))
}

/** The same name word first, then spelling, then sound; al and the like last. */
function rankOf({ listed, likeness: { how, score } }: FoundPair): number {
  if (how === 'same') return listed.words.some(({ isLight }) => !isLight) ? 0 : 3
  return how === 'sound' || (how === 'joined' && score < JOINED) ? 2 : 1
}

const lengthOf = ({ listed }: FoundPair) => listed.words.reduce((sum, { weight }) => sum + weight, 0)
const nearness = ({ typed, listed }: FoundPair) => Math.abs(typed.from - listed.from)
const places = ({ from, words }: WordSpan) => words.map((_, index) => from + index)

function wordPairs(typed: readonly NameWord[], listed: readonly NameWord[]): FoundPair[] {
  return typed.flatMap((one, i) =>
    listed.flatMap((other, j) => {
      const likeness = likenessOf(one, other)
      return likeness ? [{ typed: { from: i, words: [one] }, listed: { from: j, words: [other] }, likeness }] : []
    }),
  )
}

/** Abd al Rahman and Abdulrahman: adjacent words of one name that are one word of the other. */
function joinedPairs(typed: readonly NameWord[], listed: readonly NameWord[]): FoundPair[] {
  return [
    ...joins(typed, listed).map(({ many, one, likeness }) => ({ typed: many, listed: one, likeness })),
    ...joins(listed, typed).map(({ many, one, likeness }) => ({ typed: one, listed: many, likeness })),
  ]
}

function joins(
  many: readonly NameWord[],
  single: readonly NameWord[],
): { many: WordSpan; one: WordSpan; likeness: Likeness }[] {
  if (many.length < 2) return []
  const spans = many.flatMap((_, from) =>
    Array.from({ length: MOST_JOINED - 1 }, (__, more) => many.slice(from, from + more + 2))
      .filter((words, more) => words.length === more + 2)
      .map((words): WordSpan => ({ from, words })),
  )
  return single.flatMap((word, at) =>
    spans.flatMap((span) => {
      const likeness = joinedAlike(span.words, word)
      return likeness ? [{ many: span, one: { from: at, words: [word] }, likeness }] : []
    }),
  )
}

function joinedAlike(parts: readonly NameWord[], whole: NameWord): Likeness | null {
  if (whole.isNumber || parts.some(({ isNumber }) => isNumber)) return null
  const spellings = parts.map(({ spelling }) => spelling)
  if (whole.isDotted && whole.spelling.length === parts.length)
    return spellings.every((spelling, at) => spelling[0] === whole.spelling[at])
      ? { how: 'initial', score: INITIALS }
      : null
  // W Consulting is Consulting and a letter: nothing was joined.
  if (spellings.includes(whole.spelling)) return null
  const text = spellings.join('')
  if (text === whole.spelling) return { how: 'joined', score: JOINED }
  const scripts = new Set([whole, ...parts].map(({ script }) => script))
  if (scripts.has('hangul')) return soundsKorean(whole.syllables, spellings) ? BY_SOUND : null
  if (scripts.has('han')) return null
  if (scripts.has('abjad') && scripts.size > 1 && whole.skeleton !== '' && skeletonOf(text) === whole.skeleton)
    return BY_SOUND
  if (whole.isLight || whole.spelling.length < SHORTEST_JOINED || Math.abs(text.length - whole.spelling.length) > 1)
    return null
  return spelledAlike(text, whole.spelling) > 0.85 ? { how: 'joined', score: JOINED } : null
}
