/** Cyrillic letters as Russians and as Ukrainians transliterate them: Oleg Grinko and Oleh Hrynko. */
import { latinOf } from './latin.ts'

const UKRAINIAN: Record<string, string> = {
  ...{ г: 'h', ґ: 'g', и: 'y', і: 'i', ї: 'i', є: 'ie', й: 'i', ю: 'iu', я: 'ia', х: 'kh', щ: 'shch', ь: '', "'": '' },
}
/** Zelenskyy, Hryhorii: these differ at the start of a word. */
const AT_THE_START: Record<string, string> = { ї: 'yi', є: 'ye', й: 'y', ю: 'yu', я: 'ya' }

export const isCyrillic = (text: string) => /\p{Script=Cyrillic}/u.test(text)

/** As `any-ascii` has it, which is close to Russian passports; where the languages differ, also the Ukrainian way. */
export function cyrillicReadings(text: string): ((word: string) => string)[] {
  return [latinOf, ...(/[гиґіїєюя]/iu.test(text) ? [ukrainian] : [])]
}

function ukrainian(word: string): string {
  const letters = [...word.toLowerCase()]
  return latinOf(
    letters.map((letter, at) => (at === 0 && AT_THE_START[letter]) || (UKRAINIAN[letter] ?? letter)).join(''),
  )
}
