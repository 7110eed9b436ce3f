import { changesBetween, spelledAlike } from './changes-between.ts'
import type { NameWord } from './read-name.ts'
import { koreanSound } from './scripts/hangul.ts'
import { thaiAlike } from './scripts/thai.ts'
import { skeletonOf } from './skeleton.ts'

export type WordMatch = 'same' | 'form' | 'spelling' | 'sound' | 'initial' | 'joined'
export type Likeness = { how: WordMatch; score: number }

const INITIAL = 0.75
/** For two words in the same script. */
export const SOUND = 0.8
const SOUND_OTHER_SCRIPT = 0.85

/** Null: two different words. */
export function likenessOf(typed: NameWord, listed: NameWord): Likeness | null {
  if (typed.spelling === listed.spelling) return { how: 'same', score: 1 }
  if (typed.word === listed.word) return { how: 'form', score: 1 }
  // Company 4 is not company 5.
  if (typed.isNumber || listed.isNumber) return null
  const bySpelling = isOneSyllable(typed, listed) ? 0 : spelledAlike(typed.spelling, listed.spelling)
  const bySound = soundAlike(typed, listed)
  const best = Math.max(bySpelling, bySound)
  if (best > 0) return { how: bySpelling > 0 ? 'spelling' : 'sound', score: best }
  const [short, long] = typed.word.length === 1 ? [typed, listed] : [listed, typed]
  return isInitial(short, long) ? { how: 'initial', score: INITIAL } : null
}

/** Where a character was read as Chen, Cheng is another one. */
const isOneSyllable = (typed: NameWord, listed: NameWord) =>
  (typed.script === 'han') !== (listed.script === 'han') && Math.max(typed.spelling.length, listed.spelling.length) <= 6

function isInitial(short: NameWord, long: NameWord): boolean {
  if (short.spelling.length !== 1 || long.isLight || !long.spelling.startsWith(short.spelling)) return false
  return long.script !== 'hangul' && long.script !== 'han'
}

function soundAlike(typed: NameWord, listed: NameWord): number {
  if (typed.isLight || listed.isLight) return 0
  if ((typed.script === 'hangul') !== (listed.script === 'hangul'))
    return soundsKorean(typed.syllables, listed.syllables) ? SOUND_OTHER_SCRIPT : 0
  if ((typed.script === 'thai') !== (listed.script === 'thai')) return thaiAlike(typed.spelling, listed.spelling)
  const isOtherScript = (typed.script === 'abjad') !== (listed.script === 'abjad')
  if (isOtherScript && sameInAbjad(typed, listed)) return SOUND_OTHER_SCRIPT
  if (typed.skeleton === '' || typed.skeleton !== listed.skeleton || isOtherScript) return 0
  if (typed.skeleton.length < 3) return 0
  const length = Math.max(typed.spelling.length, listed.spelling.length)
  const most = Math.floor(length / 2)
  return changesBetween(typed.spelling, listed.spelling, most) <= most ? SOUND : 0
}

/** The zh of Mazhari is two letters, that of Zhukov one. */
function sameInAbjad(typed: NameWord, listed: NameWord): boolean {
  if (typed.skeleton === '' && listed.skeleton === '') return false
  if (typed.skeleton === listed.skeleton) return true
  const [abjad, latin] = typed.script === 'abjad' ? [typed, listed] : [listed, typed]
  return latin.spelling.includes('zh') && skeletonOf(latin.spelling.replaceAll('zh', 'z')) === abjad.skeleton
}

/** Are these the same Korean syllables, one by one, in any spelling? */
export function soundsKorean(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false
  return one.every((syllable, at) => {
    const sound = koreanSound(syllable)
    return sound !== '' && sound === koreanSound(other[at] ?? '')
  })
}
