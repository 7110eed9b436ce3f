/** Arabic letters as passports write them: those of Arabic, Persian, Urdu and Pashto. Vowels between them stay unwritten. */
import { latinOf } from './latin.ts'

const LETTERS: Record<string, string> = {
  ...{ ا: 'a', أ: 'a', إ: 'i', آ: 'a', ع: 'a', ة: 'a', ى: 'a', ي: 'i', ی: 'i', ے: 'e', ئ: 'i', ؤ: 'u', ء: '' },
  ...{ ځ: 'z', څ: 's', ښ: 'sh', ړ: 'r', ډ: 'd', ټ: 't', ڼ: 'n', ې: 'e', ۍ: 'i', ٹ: 't', ڈ: 'd', ڑ: 'r', ں: 'n' },
  ...{ ك: 'k', ک: 'k', ق: 'q', گ: 'g', چ: 'ch', ض: 'd', ظ: 'z', ذ: 'dh', ث: 'th', ہ: 'h', ھ: 'h', ۀ: 'h' },
}
/** Where Iran, Afghanistan and Pakistan say otherwise than Arabs do: Reza, not Rida. */
const PERSIAN: Record<string, string> = { ض: 'z', ذ: 'z', ث: 's', و: 'v' }
/** Where French was written: Akkacha. */
const MAGHREBI: Record<string, string> = { ش: 'ch' }
/** Gamal and Zaki on the Nile are Jamal and Dhaki elsewhere. */
const EGYPTIAN: Record<string, string> = { ج: 'g', ذ: 'z' }

/** The article is a word of its own in Latin letters. Two letters after it are rather a part of the name: Alam. */
const ARTICLE = /^ال(?=\p{L}{3})/u
/** Farzadeh, Rezaei: a half-space joins what passports join, too. */
const SIGNS = /[\p{Cf}\p{Mn}ـ]/gu

/** Nur al-Din is heard as Nuruddin. */
const OF_FAITH = /(?<=\p{L}{2})الد[يی]ن$/u

/** Names of two words that Latin letters write as one: Nuruddin, Matiullah. */
export const joinedInLatin = (text: string) => text.replace(/(\p{L}{2,})\s+(?=(?:الد[يی]ن|الله)(?!\p{L}))/gu, '$1')

export const isArabic = (text: string) => /\p{Script=Arabic}/u.test(text)

/** Each way of saying that these letters allow, the Arabic one first. */
export function arabicReadings(text: string): ((word: string) => string)[] {
  return [
    read({}),
    ...(/[ضذث]|(?<!\p{L})و/u.test(text) ? [read(PERSIAN)] : []),
    ...(/[جذ]/u.test(text) ? [read(EGYPTIAN)] : []),
    ...(/ش/u.test(text) ? [read(MAGHREBI)] : []),
  ]
}

function read(other: Record<string, string>): (word: string) => string {
  const letters = { ...LETTERS, ...other }
  return (word) => {
    const bare = word
      .normalize('NFKC')
      .replace(SIGNS, '')
      .replace(OF_FAITH, 'ددين')
      .replace(ARTICLE, 'ال ')
      .replace(/^ي|^ی/u, 'y')
    // Two letters here are two sounds: Zahra is no zh. An h within a word is hardly heard, and goes.
    const apart = bare.replaceAll(/(?<=[زذظسصكکتطدضپگق])[هح](?=\p{L})/gu, '')
    return latinOf([...apart].map((letter) => letters[letter] ?? letter).join(''))
  }
}
