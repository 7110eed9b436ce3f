/** The ways in which a name of another script can be read in Latin letters. What is not read here is said in decision 127. */

import { arabicReadings, isArabic } from './arabic.ts'
import { cyrillicReadings, isCyrillic } from './cyrillic.ts'
import { hanReadings, isHan } from './han.ts'
import { hangulReadings, isHangul } from './hangul.ts'
import { latinOf } from './latin.ts'
import { isThai, thaiReadings } from './thai.ts'

/** One word in Latin letters, or several where syllables are written apart. Upper case and signs may remain. */
export type Reading = (word: string) => string

const INVISIBLE = /[\p{Cf}\p{Mn}]/gu

function plain(word: string): string {
  const bare = word.normalize('NFD').replace(INVISIBLE, '').normalize('NFC')
  // In Hebrew a word begins with no v where this letter stands, and ends in no p: Barak, Yosef.
  return latinOf(bare.replace(/^ב/u, 'b').replace(/ף$/u, 'f'))
}

const READINGS: readonly { isOf: (text: string) => boolean; read: (text: string) => Reading[] }[] = [
  { isOf: isArabic, read: arabicReadings },
  { isOf: isHangul, read: hangulReadings },
  { isOf: isHan, read: hanReadings },
  { isOf: isThai, read: thaiReadings },
  { isOf: isCyrillic, read: cyrillicReadings },
]

/** The usual one first. A text of several scripts is read by the first of them that has more than one way. */
export function readingsOf(text: string): Reading[] {
  const script = READINGS.find(({ isOf }) => isOf(text))
  if (script === undefined) return [plain]
  return script.read(text).map((read) => (word) => (script.isOf(word) ? read(strip(word)) : plain(word)))
}

/** Accents and invisible signs, but for those that tell letters apart. */
function strip(word: string): string {
  return isCyrillic(word) ? word.normalize('NFC').replace(INVISIBLE, '') : word.replace(/\p{Cf}/gu, '')
}
