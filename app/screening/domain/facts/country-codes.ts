/** Countries as lists write them, by their ISO 3166 codes. */
import { COUNTRIES } from '#app/kernel/domain/words/countries.ts'

/** Where lists differ from the English names of Unicode. */
const OTHERWISE: Record<string, string> = {
  ...{ 'russian federation': 'RU', 'syrian arab republic': 'SY', 'korea north': 'KP', 'korea south': 'KR' },
  ...{ 'democratic people s republic of korea': 'KP', 'republic of korea': 'KR', 'iran islamic republic of': 'IR' },
  ...{
    'islamic republic of iran': 'IR',
    'democratic republic of the congo': 'CD',
    'congo democratic republic of the': 'CD',
  },
  ...{ 'republic of the congo': 'CG', burma: 'MM', 'united states of america': 'US', usa: 'US', uk: 'GB' },
  ...{ 'united kingdom of great britain and northern ireland': 'GB', 'cote d ivoire': 'CI', 'ivory coast': 'CI' },
  ...{ 'united republic of tanzania': 'TZ', 'viet nam': 'VN', 'republic of moldova': 'MD', 'czech republic': 'CZ' },
  ...{ 'bolivarian republic of venezuela': 'VE', 'venezuela bolivarian republic of': 'VE', 'state of palestine': 'PS' },
  ...{ palestinian: 'PS', turkey: 'TR', 'north macedonia the former yugoslav republic of': 'MK', 'hong kong': 'HK' },
  ...{
    'bosnia and herzegovina': 'BA',
    'lao people s democratic republic': 'LA',
    'libyan arab jamahiriya': 'LY',
    macau: 'MO',
  },
}

const NAMES = new Intl.DisplayNames('en', { type: 'region' })
const CODE_OF = new Map([
  ...COUNTRIES.map((code): [string, string] => [folded(NAMES.of(code) ?? code), code]),
  ...COUNTRIES.map((code): [string, string] => [code.toLowerCase(), code]),
  ...Object.entries(OTHERWISE),
])

/** Null: unknown country, which means nothing. */
export function countryCode(written: string): string | null {
  return CODE_OF.get(folded(written)) ?? null
}

function folded(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^a-z]+/g, ' ')
    .trim()
}
