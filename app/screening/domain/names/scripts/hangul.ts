/** Hangul by syllable: South Korea since 2000 (Revised), the North (McCune-Reischauer), habits of passports. */

const FIRST_OF_ALL = 0xac_00
const VOWELS = 21
const ENDS = 28
const words = (text: string) => text.split(' ').map((sound) => (sound === '-' ? '' : sound))

type Sounds = { begins: string[]; vowels: string[]; surnames: Record<string, string> }

const ENDINGS = words('- k k k n n n t l l m l l l l l m p p t t ng t t k t p t')
const REVISED: Sounds = {
  begins: words('g kk n d tt r m b pp s ss - j jj ch k t p h'),
  vowels: words('a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'),
  surnames: {},
}
const NORTHERN: Sounds = {
  begins: words('k kk n t tt r m p pp s ss - j jj ch k t p h'),
  vowels: words('a ae ya yae o e yo ye o wa wae oe yo u wo we wi yu u ui i'),
  surnames: { 이: 'ri', 임: 'rim', 유: 'ryu', 노: 'ro', 양: 'ryang', 여: 'ryo', 최: 'choe', 시: 'si' },
}
const HABITS: Sounds = {
  begins: words('k kk n d tt r m b pp s ss - j jj ch k t p h'),
  vowels: words('a ae ya yae u e you ye o wa wae oi yo oo wo we wi yoo eu ee i'),
  surnames: {
    ...{
      이: 'lee',
      박: 'park',
      최: 'choi',
      임: 'lim',
      유: 'yoo',
      류: 'ryu',
      노: 'noh',
      오: 'oh',
      안: 'ahn',
      서: 'seo',
    },
    ...{ 정: 'jung', 조: 'cho', 윤: 'yoon', 신: 'shin', 권: 'kwon', 전: 'jeon', 주: 'joo', 우: 'woo', 백: 'paik' },
  },
}

export const isHangul = (text: string) => /\p{Script=Hangul}/u.test(text)

/** Separates the syllables of one word. */
export const SYLLABLES = '_'

/** A name without spaces: one syllable of family name, then the given name. Longer ones are foreign, or companies. */
export function partedName(signs: readonly string[]): { isParted: boolean; surname: string; given: string[] } {
  const [surname = '', ...given] = signs
  return { isParted: signs.length >= 2 && signs.length <= 4, surname, given }
}

export function hangulReadings(text: string): ((word: string) => string)[] {
  const isOneRun = (text.match(/\p{Script=Hangul}+/gu) ?? []).length === 1
  return [REVISED, NORTHERN, HABITS].map((sounds) => (word) => {
    const signs = [...word.normalize('NFC')]
    const { isParted, surname, given } = partedName(signs)
    const said = (of: readonly string[]) => of.map((sign) => syllable(sign, sounds)).join(SYLLABLES)
    const family = (sign: string) => sounds.surnames[sign] ?? syllable(sign, sounds)
    if (signs.length === 1) return family(surname)
    return isOneRun && isParted ? `${family(surname)} ${said(given)}` : said(signs)
  })
}

function syllable(sign: string, { begins, vowels }: Sounds): string {
  const place = (sign.codePointAt(0) ?? 0) - FIRST_OF_ALL
  if (place < 0 || place >= begins.length * VOWELS * ENDS) return sign
  const [begin, vowel, end] = [Math.floor(place / (VOWELS * ENDS)), Math.floor(place / ENDS) % VOWELS, place % ENDS]
  return `${begins[begin] ?? ''}${vowels[vowel] ?? ''}${ENDINGS[end] ?? ''}`
}

const ALIKE: readonly [RegExp, string][] = [
  [/^(?:ch|tch|j+)/, 'c'],
  [/^[kg]+/, 'k'],
  [/^[td]+/, 't'],
  [/^[pbf]+/, 'p'],
  [/^[rl]+/, 'r'],
  [/^(?:sh|s+)/, 's'],
  // Ri and Lee, Ryu and Yoo: an initial r that the South does not pronounce.
  [/^r?(?:ee|yi|i)$/, 'i'],
  [/^ry/, 'y'],
  [/h$/, ''],
  [/rk$/, 'k'],
  [/(?:ck|k|g)$/, 'k'],
  [/[pb]$/, 'p'],
  [/[td]$/, 't'],
  [/r$/, 'l'],
  [/(?:ae|ai|ay|e(?![uoa]))/, 'e'],
  [/(?:eo|eu|ou|oo|au|o|u)+/, 'o'],
  [/(?:ee|ea|y(?![aeo])|ui|hi?)i?(?=$|[nmlkpt])/, 'i'],
]

/** The common form of one syllable's spellings: Jung, Jeong and Chong. Only for words of one syllable. */
export function koreanSound(latin: string): string {
  if (latin.length > 6) return ''
  return ALIKE.reduce((text, [written, sound]) => text.replace(written, sound), latin)
}
