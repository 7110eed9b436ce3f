/** A name as it is compared: in words of Latin letters without accents, whatever its script. */
import { weighWord } from './name-words.ts'
import { isArabic, joinedInLatin } from './scripts/arabic.ts'
import { isHan } from './scripts/han.ts'
import { isHangul, SYLLABLES } from './scripts/hangul.ts'
import { readingsOf, type ScriptReading } from './scripts/readings.ts'
import { isThai } from './scripts/thai.ts'
import { coarseOf, skeletonOf } from './skeleton.ts'

/** `abjad`: a script that writes few or no vowels. */
export type WordScript = 'abjad' | 'thai' | 'hangul' | 'han' | 'other'

export type NameWord = {
  /** As compared: one for all spellings of a legal form. */
  word: string
  /** In Latin letters, before legal forms are unified. */
  spelling: string
  /** As it was written, for display. */
  written: string
  skeleton: string
  weight: number
  /** Its weight if it were no legal form, title or particle. */
  fullWeight: number
  /** A legal form, a title or a particle: no reason to suspect anybody. */
  isLight: boolean
  isTitle: boolean
  isNumber: boolean
  /** Letters separated by dots: J.R. may be two initials. */
  isDotted: boolean
  script: WordScript
  /** For a word in Hangul, each syllable as it was read; otherwise the whole word. */
  syllables: readonly string[]
}

export type ReadName = {
  /** The words that identify it (all, if none does), separated by spaces: the search text for candidates. */
  norm: string
  /** All of it but titles, without spaces. */
  whole: string
  /** The consonants of its words, sorted; '' when there are too few to mean anything. */
  skeleton: string
  words: readonly NameWord[]
  /** Registration and IMO numbers in the name: facts, not words of it. */
  numbers: readonly string[]
}

/** Longer ones are no names: the rest is not read. */
const LONGEST = 300
const MOST_WORDS = 14
/** A number of the name itself is shorter: Plant 14, Ship 2000. */
const REGISTERED = /^\d{6,}$/
const REGISTERS = new Set(
  'imo inn ogrn kpp okpo vat tax nip krs regon crn reg registration company no nr number id ein uen cr tin tva siren hrb edrpou'.split(
    ' ',
  ),
)
const VOWELLESS = /[\p{Script=Hebrew}\p{Script=Syriac}]/u
const ROMAN = new Map(['ii', 'iii', 'iv', 'vi', 'vii', 'viii', 'ix', 'xi', 'xii'].map((sign, at) => [sign, at]))
const ROMAN_VALUES = [2, 3, 4, 6, 7, 8, 9, 11, 12]

/** The name in each reading of its script, the usual one first. */
export function readNames(text: string): ReadName[] {
  const composed = composedOf(text)
  return readingsOf(composed).map((reading) => read(composed, reading))
}

export function readName(text: string, way = 0): ReadName {
  const composed = composedOf(text)
  const readings = readingsOf(composed)
  const reading = readings[way] ?? readings[0]
  if (reading === undefined) throw new Error('every script is read in one way at least')
  return read(composed, reading)
}

const composedOf = (text: string) => joinedInLatin(withoutSpacing(text.slice(0, LONGEST).normalize('NFKC')))

/** "B a l t h a z a r" is one word, and so is "L L C"; two letters are initials, or a form of two letters. */
function withoutSpacing(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}\p{M}.])\p{L}(?:[\s_*·•\-–—]+\p{L}(?![\p{L}\p{N}\p{M}.])){2,}/gu, (spaced) => {
    const joined = spaced.replaceAll(/[^\p{L}\p{M}]/gu, '')
    return joined.length > 3 || weighWord(joined.toLowerCase()).kind === 'form' ? joined : spaced
  })
}

function read(text: string, reading: ScriptReading): ReadName {
  const all = text
    // Spółka z o.o. and the like are one form in four words.
    .replaceAll(/\bsp(?:\.|[oó][lł]ka)?\s*z\s*\.?\s*o\.?\s*o\b\.?/giu, 'spzoo')
    .replaceAll(/\bs\.?\s*r\.\s*o\b\.?/giu, 'sro')
    .replaceAll(/\bd\.\s*o\.\s*o\b\.?/giu, 'doo')
    .replaceAll(/\bm\s?\/\s?([vt])\b/giu, 'm$1')
    // "LAST, First" and "A/B" are separate words; an apostrophe is part of one.
    .split(/[^\p{L}\p{N}\p{M}\p{Cf}'’‘ʼ`´ʻʿʾ.&]+/u)
    .flatMap((written) => readWords(written, reading))
  const { named, numbers } = withoutNumbers(all)
  const words = (named.length > 0 ? named : all).slice(0, MOST_WORDS)
  const telling = words.filter(({ isLight }) => !isLight)
  const skeletons = telling.flatMap(({ skeleton }) => coarseOf(skeleton) || [])
  const skeleton = skeletons.toSorted().join(' ')
  return {
    norm: (telling.length > 0 ? telling : words).map(({ spelling }) => spelling).join(' '),
    whole: togetherOf(words),
    skeleton: skeleton.length >= 3 ? skeleton : '',
    words,
    numbers,
  }
}

/** Removes register numbers and the words that name the register: "Sunrise LLC, INN 7707083893" is Sunrise LLC. */
function withoutNumbers(all: readonly NameWord[]): { named: NameWord[]; numbers: string[] } {
  const isNumber = (at: number) => REGISTERED.test(all[at]?.spelling ?? '')
  const isMark = (at: number): boolean => REGISTERS.has(all[at]?.spelling ?? '') && (isNumber(at + 1) || isMark(at + 1))
  return {
    named: all.filter((_, at) => !isNumber(at) && !isMark(at)),
    numbers: all.flatMap(({ spelling }, at) => {
      if (!isNumber(at)) return []
      const isOfShip = [at - 1, at - 2].some((before) => isMark(before) && all[before]?.spelling === 'imo')
      return isOfShip ? `IMO ${spelling}` : spelling
    }),
  }
}

export function togetherOf(words: readonly NameWord[]): string {
  return words.map(({ isTitle, spelling }) => (isTitle ? '' : spelling)).join('')
}

function readWords(written: string, reading: ScriptReading): NameWord[] {
  const script = scriptOf(written)
  const latin = reading(written)
    .toLowerCase()
    .replaceAll(/['’‘`]/g, '')
  const isDotted = /^(?:[a-z]\.){2,}[a-z]?$/.test(latin)
  return (
    latin
      // S.A. and o.o.o. are one word, J. Smith is two.
      .replaceAll(/\b(?:[a-z]\.){2,}[a-z]?/g, (letters) => letters.replaceAll('.', ''))
      // Abdulrahman, Abdel-Rahman and Abd al-Rahman are one name; Abdullah stays a word.
      .replaceAll(/\babd[aeiou]+(?:l(?!l?[ao]h?\b|lh\b)|(?=([rnsztd])\1))-?/g, 'abd al ')
      // Essaadi is al-Saadi.
      .replaceAll(/\be([rnsztd])(?=\1[aeiou][a-z]{2})/g, 'al ')
      // Rim2 is Rim 2.
      .replaceAll(/\b([a-z]{3,})(\d+)\b/g, '$1 $2')
      .split(/[^a-z0-9_]+/)
      .filter((word) => word !== '')
      .map((parted) => {
        const word = parted.replaceAll(SYLLABLES, '')
        const spelling = ROMAN.has(word) ? String(ROMAN_VALUES[ROMAN.get(word) ?? 0]) : word
        const { word: compared, kind, factor } = weighWord(spelling)
        const fullWeight = Math.max(2, Math.min(spelling.length, 12))
        return {
          ...{ word: compared, spelling, written, skeleton: skeletonOf(compared) },
          weight: fullWeight * factor,
          fullWeight,
          isLight: kind !== 'name',
          isTitle: kind === 'title',
          isNumber: /^\d+$/.test(spelling),
          ...{ isDotted, script, syllables: parted.split(SYLLABLES) },
        }
      })
  )
}

function scriptOf(written: string): WordScript {
  if (isArabic(written) || VOWELLESS.test(written)) return 'abjad'
  if (isThai(written)) return 'thai'
  if (isHangul(written)) return 'hangul'
  return isHan(written) ? 'han' : 'other'
}
