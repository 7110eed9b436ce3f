/** How alike two words are. */
import type { NameWord } from './read-name.ts'

export type WordMatch = 'same' | 'spelling' | 'sound' | 'initial' | 'joined'
export type Likeness = { how: WordMatch; score: number }

const INITIAL = 0.75
const SOUND = 0.8
const SOUND_ABJAD = 0.85

/** Null: two different words. */
export function likenessOf(typed: NameWord, listed: NameWord): Likeness | null {
  if (typed.word === listed.word) return { how: 'same', score: 1 }
  // Company 4 is not company 5.
  if (typed.isNumber || listed.isNumber) return null
  const bySpelling = spelledAlike(typed.word, listed.word)
  const bySound = soundAlike(typed, listed)
  const best = Math.max(bySpelling, bySound)
  if (best > 0) return { how: bySpelling >= bySound ? 'spelling' : 'sound', score: best }
  const [short, long] = typed.word.length === 1 ? [typed, listed] : [listed, typed]
  return short.word.length === 1 && long.word.startsWith(short.word) && !long.isLight
    ? { how: 'initial', score: INITIAL }
    : null
}

function soundAlike(typed: NameWord, listed: NameWord): number {
  if (typed.skeleton === '' || typed.skeleton !== listed.skeleton || typed.isLight || listed.isLight) return 0
  if (typed.isAbjad !== listed.isAbjad) return SOUND_ABJAD
  return typed.skeleton.length >= 3 ? SOUND : 0
}

/** 1 - changes / length while the changes are within a quarter of it; else 0. */
export function spelledAlike(one: string, other: string): number {
  const length = Math.max(one.length, other.length)
  const budget = Math.floor(length / 4)
  const changes = changesBetween(one, other, budget)
  return changes > budget ? 0 : 1 - changes / length
}

/** Letters put in, left out, changed, or two neighbours swapped; more than `most` is not counted to the end. */
function changesBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  if (most === 0) return one === other ? 0 : 1
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    let least = i
    for (let j = 1; j <= other.length; j += 1) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1
      let changes = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        changes = Math.min(changes, (beforeLast[j - 2] ?? 0) + 1)
      row.push(changes)
      least = Math.min(least, changes)
    }
    if (least > most) return most + 1
    beforeLast = last
    last = row
  }
  return last[other.length] ?? 0
}
