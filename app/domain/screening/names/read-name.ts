/** A name as it is compared: in Latin letters without accents, in words, whatever script it was written in. */
import anyAscii from 'any-ascii'
import { weighWord } from './name-words.ts'
import { skeletonOf } from './skeleton.ts'

export type NameWord = {
  /** As it is compared. */
  word: string
  /** As it was written, for people to read. */
  written: string
  skeleton: string
  weight: number
  /** A legal form, a title or a particle: no reason to suspect anybody. */
  isLight: boolean
  isNumber: boolean
  /** Of a script that writes no vowels, or few. */
  isAbjad: boolean
}

export type ReadName = {
  /** The words with spaces between: what candidates are looked for by. */
  norm: string
  /** The consonants of its words in the order of the alphabet; '' when there are too few of them to say anything. */
  skeleton: string
  words: readonly NameWord[]
}

/** Longer ones are no names: what comes after is not read. */
const LONGEST = 300
const MOST_WORDS = 14
const ABJAD = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}]/u
const INVISIBLE = /[\p{Cf}\p{Mn}]/gu
/** Arabic letters whose Latin ones in passports are others than those of the table. */
const AS_IN_PASSPORTS: Record<string, string> = {
  ا: 'a',
  أ: 'a',
  إ: 'i',
  آ: 'a',
  ع: 'a',
  ة: 'a',
  ى: 'a',
  ك: 'k',
  ک: 'k',
  ی: 'i',
  ي: 'i',
  ق: 'q',
  گ: 'g',
  چ: 'ch',
}
const PASSPORT_LETTERS = new RegExp(`[${Object.keys(AS_IN_PASSPORTS).join('')}]`, 'gu')

/** Reads a name of a person or company in any script. What holds no letter and no digit has no words. */
export function readName(text: string): ReadName {
  const composed = text.slice(0, LONGEST).normalize('NFKC')
  const words = composed
    // "LAST, First" and "A/B" are words apart; an apostrophe stands within one.
    .split(/[^\p{L}\p{N}\p{M}\p{Cf}'’‘ʼ`´ʻʿʾ.&]+/u)
    .flatMap(readWords)
    .slice(0, MOST_WORDS)
  const skeletons = words.flatMap(({ isLight, skeleton }) => (isLight || skeleton === '' ? [] : [skeleton]))
  const skeleton = skeletons.toSorted().join(' ')
  return {
    norm: words.map(({ word }) => word).join(' '),
    skeleton: skeleton.length >= 3 ? skeleton : '',
    words,
  }
}

function readWords(written: string): NameWord[] {
  const isAbjad = ABJAD.test(written)
  const bare = isAbjad
    ? written.replace(INVISIBLE, '').replace(PASSPORT_LETTERS, (letter) => AS_IN_PASSPORTS[letter] ?? '')
    : written.normalize('NFD').replace(INVISIBLE, '').normalize('NFC')
  const latin = anyAscii(bare)
    .toLowerCase()
    .replaceAll(/['’‘`]/g, '')
    // S.A. and o.o.o. are one word, J. Smith is two.
    .replaceAll(/\b(?:[a-z]\.){2,}[a-z]?/g, (letters) => letters.replaceAll('.', ''))
  return latin
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => {
      const { word: compared, kind, factor } = weighWord(word)
      return {
        word: compared,
        written,
        skeleton: skeletonOf(compared),
        weight: Math.max(2, Math.min(compared.length, 12)) * factor,
        isLight: kind !== 'name',
        isNumber: /^\d+$/.test(word),
        isAbjad,
      }
    })
}
