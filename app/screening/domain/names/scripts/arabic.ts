/** Arabic letters as passports write them: Arabic, Persian, Urdu and Pashto. Unwritten vowels stay unwritten. */
import { latinOf } from './latin.ts'

const CHARACTERS: Record<string, string> = {
  ...{ ا: 'a', أ: 'a', إ: 'i', آ: 'a', ع: 'a', ة: 'a', ى: 'a', ي: 'i', ی: 'i', ے: 'e', ئ: 'i', ؤ: 'u', ء: '' },
  ...{ ځ: 'z', څ: 's', ښ: 'sh', ړ: 'r', ډ: 'd', ټ: 't', ڼ: 'n', ې: 'e', ۍ: 'i', ٹ: 't', ڈ: 'd', ڑ: 'r', ں: 'n' },
  ...{ ك: 'k', ک: 'k', ق: 'q', گ: 'g', چ: 'ch', ض: 'd', ظ: 'z', ذ: 'dh', ث: 'th', ہ: 'h', ھ: 'h', ۀ: 'h' },
}
/** Where Iran, Afghanistan and Pakistan pronounce differently from Arabs: Reza, not Rida. */
const PERSIAN: Record<string, string> = { ض: 'z', ذ: 'z', ث: 's', و: 'v' }
/** In formerly French countries: Akkacha. */
const MAGHREBI: Record<string, string> = { ش: 'ch' }
/** Gamal and Zaki in Egypt are Jamal and Dhaki elsewhere. */
const EGYPTIAN: Record<string, string> = { ج: 'g', ذ: 'z' }

/** The article is a separate word in Latin letters. With only two letters after it, it is part of the name: Alam. */
const ARTICLE = /^ال(?=\p{L}{3})/u
/** Farzadeh, Rezaei: passports also join what a half-space joins. */
const SIGNS = /[\p{Cf}\p{Mn}ـ]/gu

/** Nur al-Din is pronounced Nuruddin. */
const OF_FAITH = /(?<=\p{L}{2})الد[يی]ن$/u

/** Names of two words that Latin letters write as one: Nuruddin, Matiullah. */
export const joinedInLatin = (text: string) => text.replace(/(\p{L}{2,})\s+(?=(?:الد[يی]ن|الله)(?!\p{L}))/gu, '$1')

export const isArabic = (text: string) => /\p{Script=Arabic}/u.test(text)

/** Each possible reading of these letters, the Arabic one first. */
export function arabicReadings(text: string): ((word: string) => string)[] {
  return [
    read({}),
    ...(/[ضذث]|(?<!\p{L})و/u.test(text) ? [read(PERSIAN)] : []),
    ...(/[جذ]/u.test(text) ? [read(EGYPTIAN)] : []),
    ...(/ش/u.test(text) ? [read(MAGHREBI)] : []),
  ]
}

function read(other: Record<string, string>): (word: string) => string {
  const letters = { ...CHARACTERS, ...other }
  return (word) => {
    const bare = word
      .normalize('NFKC')
      .replace(SIGNS, '')
      .replace(OF_FAITH, 'ددين')
      .replace(ARTICLE, 'ال ')
      .replace(/^ي|^ی/u, 'y')
    // Two letters here are two sounds: Zahra has no zh. An h within a word is hardly heard, and is dropped.
    const apart = bare.replaceAll(/(?<=[زذظسصكکتطدضپگق])[هح](?=\p{L})/gu, '')
    return latinOf([...apart].map((letter) => letters[letter] ?? letter).join(''))
  }
}
