/** Thai, roughly as the Royal Institute: vowels in spoken order, unwritten ones added, syllable ends as they sound. */

import { changesBetween } from '../changes-between.ts'
import { latinOf } from './latin.ts'

const C = '[ก-ฮ]'
/** Two consonants that are pronounced together at the beginning of a syllable. */
const CLUSTER = '(?:[กขคตปพผ][รลว]|ห[นมลรวยง]|ทร|[ก-ฮ])'

const BEGINS: Record<string, string> = spread(
  'ก k|ขฃคฅฆ kh|ง ng|จ ch|ฉชฌ ch|ซศษสส s|ญย y|ดฎ d|ตฏ t|ถทธฐฑฒ th|นณ n|บ b|ป p|ผพภ ph|ฝฟ f|ม m|ร r|ลฬ l|ว w|หฮ h|อ -',
)
const ENDS: Record<string, string> = spread('กขคฆ k|ง ng|จชซดตถทธฎฏฐฑฒศษส t|นณญรลฬ n|บปพฟภ p|ม m|ย i|ว o|หฮอฉฌฝผ -')

const INDIC: Record<string, string> = spread(
  'ก k|ขฃ kh|คฅ g|ฆ gh|ง ng|จ ch|ฉ ch|ชฌ j|ซศษส s|ญย y|ดฎฑท d|ตฏ t|ถฐ th|ธฒ dh|นณ n|บ b|ป p|ผ ph|พ b|ภ bh|ฝฟ f|ม m|ร r|ลฬ l|ว v|หฮ h|อ -',
)

/** Moves vowels written before or around their consonant behind it; $1 is that consonant. */
const AROUND: readonly [RegExp, string][] = [
  [new RegExp(`เ(${CLUSTER})ี?ย(?!${C}?[า-ู])`, 'g'), '$1<ia>'],
  [new RegExp(`เ(${CLUSTER})ือ`, 'g'), '$1<uea>'],
  [new RegExp(`เ(${CLUSTER})าะ`, 'g'), '$1<o>'],
  [new RegExp(`เ(${CLUSTER})า`, 'g'), '$1<ao>'],
  [new RegExp(`เ(${CLUSTER})(?:อ|ิ)`, 'g'), '$1<oe>'],
  [new RegExp(`เ(${CLUSTER})`, 'g'), '$1<e>'],
  [new RegExp(`แ(${CLUSTER})ะ?`, 'g'), '$1<ae>'],
  [new RegExp(`โ(${CLUSTER})ะ?`, 'g'), '$1<o>'],
  [new RegExp(`[ไใ](${CLUSTER})ย?`, 'g'), '$1<ai>'],
  [/ัว/g, '<ua>'],
  [/ัย/g, '<ai>'],
  [/รร(?=[ก-ฮ](?![ัาะิีึืุู<]))/g, '<a>'],
  [/รร(?![ัาะิีึืุู<])/g, '<an>'],
  [/[ัาะ]/g, '<a>'],
  [/ำ/g, '<am>'],
  [/[ิี]/g, '<i>'],
  [/[ึื]อ?/g, '<ue>'],
  [/[ุู]/g, '<u>'],
  [new RegExp(`(?<![>ก-ฮ])(${C})ว(?=${C}(?:$|${C}(?!<)|${C}<))(?!${C}<)`, 'g'), '$1<ua>'],
  [new RegExp(`(${C})อ(?=${C}(?!<)|$)`, 'g'), '$1<o>'],
]
const SILENT = /(?:[ตทด]ร|[ก-ฮ])[ิุ]?์/g
const TONES = /[่้๊๋็ํฺ]/g
const TOGETHER = /^(?:[กขคตปพผ][รลว]|ห[นมลรวยง])$/

export const isThai = (text: string) => /\p{Script=Thai}/u.test(text)

/** By the rules; as people write the sounds (no h; j and v); and letter by letter, by the Sanskrit: Shinawatra. */
export function thaiReadings(): ((word: string) => string)[] {
  return [
    asSaid,
    (word) =>
      asSaid(word)
        .replaceAll('ph', 'p')
        .replaceAll(/\bch/g, 'j')
        .replaceAll(/w(?=[aeiou])/g, 'v'),
    (word) => latinOf([...aroundBehind(word)].map((sign) => INDIC[sign] ?? sign).join('')).replaceAll(/[<>]/g, ''),
  ]
}

function aroundBehind(word: string): string {
  // The last letter of Charn is an n; at the beginning it would be a y.
  const bare = word
    .normalize('NFC')
    .replaceAll(/(?<=[ก-ู])ญ(?![ะ-ู])/g, 'น')
    .replaceAll('ํา', 'ำ')
    .replace(TONES, '')
    .replace(SILENT, '')
    .replaceAll('ทร', 'ซ')
  return AROUND.reduce((text, [around, after]) => text.replace(around, after), bare)
}

function asSaid(word: string): string {
  const parts = [...aroundBehind(word).matchAll(/<([a-z]+)>|(.)/gu)].map(([, vowel, sign]) => ({
    vowel,
    sign: sign ?? '',
  }))
  let said = ''
  let isOver = false
  for (let at = 0; at < parts.length; at += 1) {
    const { vowel, sign } = parts[at] ?? { sign: '' }
    const next = parts[at + 1]
    const wasOver = isOver
    isOver = false
    if (vowel !== undefined) said += vowel
    else if (next?.vowel !== undefined) said += begin(sign)
    // After the end of a syllable, a last consonant is etymological and not pronounced: Shinawat(ra).
    else if (next === undefined) said += wasOver ? '' : said === '' ? begin(sign) : end(sign)
    else {
      const isVowelAhead = parts[at + 2]?.vowel !== undefined
      // Kittipong: two last consonants are a syllable of their own, unless the second is a silent r.
      const isLastPair = parts[at + 2] === undefined && next.sign !== 'ร'
      const isEnd = parts[at - 1]?.vowel !== undefined && !isLastPair
      const isCluster = TOGETHER.test(sign + next.sign) && isVowelAhead
      if (isCluster) said += sign === 'ห' ? '' : begin(sign)
      else if (isEnd) {
        said += end(sign)
        isOver = true
      } else if (isVowelAhead) said += `${begin(sign)}a`
      else {
        said += `${begin(sign)}o${end(next.sign)}`
        at += 1
        isOver = true
      }
    }
  }
  return latinOf(said)
}

const begin = (sign: string) => BEGINS[sign] ?? sign
const end = (sign: string) => ENDS[sign] ?? sign

function spread(table: string): Record<string, string> {
  return Object.fromEntries(
    table.split('|').flatMap((row) => {
      const [signs = '', sound = ''] = row.split(' ')
      return [...signs].map((sign) => [sign, sound === '-' ? '' : sound])
    }),
  )
}

const SAME_SOUND: readonly [RegExp, string][] = [
  [/ng/g, 'n'],
  [/(?:ch|sh|j|x)/g, 'j'],
  [/(?:kh|gh|ck|[gckq])+/g, 'k'],
  [/(?:th|dh|[td])+/g, 't'],
  [/(?:ph|bh|[pbf])+/g, 'p'],
  [/[lr]+/g, 'r'],
  [/[vw]+/g, 'w'],
  [/[sz]+/g, 's'],
]
/** From this many sounds on, one may differ or be missing. */
const FORGIVEN_FROM = 4

/** How alike two words in Latin letters are, one of them read from Thai; 0: not alike. */
export function thaiAlike(one: string, other: string): number {
  const [sounds, others] = [consonantsOf(one), consonantsOf(other)]
  if (Math.min(sounds.length, others.length) < 2) return 0
  if (sounds === others) return 0.85
  const length = Math.max(sounds.length, others.length)
  return length >= FORGIVEN_FROM && changesBetween(sounds, others, 1) <= 1 ? 0.75 : 0
}

function consonantsOf(word: string): string {
  const sounds = SAME_SOUND.reduce((text, [written, sound]) => text.replaceAll(written, sound), word)
  return sounds.replaceAll(/[aeiouyh]/g, '').replaceAll(/(.)\1+/g, '$1')
}
