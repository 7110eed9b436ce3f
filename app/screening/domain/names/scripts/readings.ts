/** The readings of a name in another script in Latin letters. What is not read: decision 127. */

import { arabicReadings, isArabic } from './arabic.ts'
import { cyrillicReadings, isCyrillic } from './cyrillic.ts'
import { hanReadings, isHan } from './han.ts'
import { hangulReadings, isHangul } from './hangul.ts'
import { latinOf } from './latin.ts'
import { isThai, thaiReadings } from './thai.ts'

/** One word in Latin letters, or several where syllables are separate. Upper case and other characters may remain. */
export type ScriptReading = (word: string) => string

const INVISIBLE = /[\p{Cf}\p{Mn}]/gu

function plain(word: string): string {
  const bare = word.normalize('NFD').replace(INVISIBLE, '').normalize('NFC')
  // In Hebrew this letter is no v at the start of a word, and this one no p at its end: Barak, Yosef.
  return latinOf(bare.replace(/^ב/u, 'b').replace(/ף$/u, 'f'))
}

const READINGS: readonly { isOf: (text: string) => boolean; read: (text: string) => ScriptReading[] }[] = [
  { isOf: isArabic, read: arabicReadings },
  { isOf: isHangul, read: hangulReadings },
  { isOf: isHan, read: hanReadings },
  { isOf: isThai, read: thaiReadings },
  { isOf: isCyrillic, read: cyrillicReadings },
]

/** The usual one first. A text of several scripts is read by the first one in READINGS. */
export function readingsOf(text: string): ScriptReading[] {
  const script = READINGS.find(({ isOf }) => isOf(text))
  if (script === undefined) return [plain]
  return script.read(text).map((read) => (word) => (script.isOf(word) ? read(strip(word)) : plain(word)))
}

/** Removes accents and invisible characters, except where accents distinguish letters. */
function strip(word: string): string {
  return isCyrillic(word) ? word.normalize('NFC').replace(INVISIBLE, '') : word.replace(/\p{Cf}/gu, '')
}
