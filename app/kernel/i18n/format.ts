/**
 * How amounts, figures and moments are written. Amounts stay plain decimal strings ("412500.5"): only their separators
 * depend on the language, and no amount ever becomes a JavaScript number. Digits are always 0 to 9, because people
 * compare amounts and dates with those that wallets and ledgers show.
 */
import { ASSET_FACTS, type Asset } from '#app/kernel/domain/assets.ts'
import { kept } from './kept.ts'

const MINUS = '\u2212'
const DECIMAL_STRING = /^-?\d+(?:\.\d+)?$/

type Separators = {
  group: string
  decimal: string
  groupsFourDigits: boolean
  /** The text around dollars, and around percent. */
  usd: Around
  percent: Around
}
type Around = { before: string; after: string }

/** "412500" XLM → "412,500.0000 XLM": padded to the places in use for the asset (spec §9), never cut. */
export function formatAmount(amount: string, asset: Asset, language: string): string {
  return `${formatDecimal(amount, language, ASSET_FACTS[asset].quotePlaces)}\u00a0${asset}`
}

/** "48000" → "$48,000.00"; "-18" → "−$18.00". US dollars, two places at least, never cut. */
export function formatUsd(usd: string, language: string): string {
  const { before, after } = separatorsOf(language).usd
  const { sign, digits } = split(usd)
  return `${sign}${before}${formatDecimal(digits, language, 2)}${after}`
}

/** A price of one unit: like formatUsd, with at least the ticker's 4 places (spec §9); further places are rounded. */
export function formatPrice(usd: string, language: string): string {
  const { before, after } = separatorsOf(language).usd
  return `${before}${formatDecimal(roundPlaces(usd, 4), language, 4)}${after}`
}

/** "-0.6183" → "0.62%": the size of a change. The arrow beside it shows its direction. */
export function formatChange(percent: string, language: string): string {
  const { before, after } = separatorsOf(language).percent
  return `${before}${formatDecimal(roundPlaces(percent.replace(/^-/, ''), 2), language, 2)}${after}`
}

/** Is a change negative as it is shown? One that rounds to 0.00% is not, and has the sign of zero (spec §2). */
export function isFall(percent: string): boolean {
  return percent.startsWith('-') && /[1-9]/.test(roundPlaces(percent.replace(/^-/, ''), 2))
}

/** A trade's price or volume, rounded so that a strip of them is readable. */
export function formatRounded(value: string, language: string, places: number): string {
  return formatDecimal(roundPlaces(value, places), language, places)
}

/** A rate such as "0.0075" → "0.75%". Shifts the point in the text, without floats. */
export function formatRate(rate: string, language: string): string {
  const { digits } = split(rate)
  const [whole = '0', fraction = ''] = digits.split('.')
  const shifted = `${whole}${fraction.padEnd(2, '0').slice(0, 2)}.${fraction.slice(2)}`
  const trimmed = shifted.replace(/^0+(?=\d)/, '').replace(/\.?0*$/, '')
  const { before, after } = separatorsOf(language).percent
  return `${before}${formatDecimal(trimmed === '' ? '0' : trimmed, language, 0)}${after}`
}

/** Groups the digits of a plain decimal string. Throws RangeError for any other text. */
export function formatDecimal(value: string, language: string, minPlaces: number): string {
  const { group, decimal, groupsFourDigits } = separatorsOf(language)
  const { sign, digits } = split(value)
  const [whole = '0', fraction = ''] = digits.split('.')
  const grouped =
    whole.length > 4 || (whole.length === 4 && groupsFourDigits) ? whole.replace(/\B(?=(?:\d{3})+$)/g, group) : whole
  const places = fraction.padEnd(minPlaces, '0')
  return `${sign}${grouped}${places === '' ? '' : decimal + places}`
}

export function notationOf(language: string): { decimal: string; group: string } {
  const { decimal, group } = separatorsOf(language)
  return { decimal, group }
}

/** A plain decimal string for a field: without groups, and never ambiguous. */
export function formatInField(value: string, language: string, minPlaces = 0): string {
  const [whole = '', fraction = ''] = value.split('.')
  const places = fraction.padEnd(minPlaces, '0')
  const clear = places.length === 3 ? `${places}0` : places
  return clear === '' ? whole : whole + separatorsOf(language).decimal + clear
}

/** "18 Nov 2026, 16:40 UTC": to the minute, always in UTC, because two parties read the same record. */
export function formatMoment(iso: string, language: string): string {
  return writeDate(moments(language), iso)
}

/** "18 Nov 2026, 18:40 GMT+2": in the browser's time zone. */
export function formatLocalMoment(iso: string, language: string): string {
  return writeDate(localMoments(language), iso)
}

/** "18 Nov 2026". */
export function formatDay(iso: string, language: string): string {
  return writeDate(days(language), iso)
}

/** "16:40 UTC", for something that lasts minutes. */
export function formatClock(iso: string, language: string): string {
  return writeDate(clocks(language), iso)
}

/** "Packing List, Bill of Lading" with the commas and the "and" of the language. */
export function formatList(items: readonly string[], language: string): string {
  return lists(language).format(items)
}

/** The separator of two remarks in one line: "Presented by Ama, 18 Nov 2026". */
export function commaOf(language: string): string {
  return COMMAS[language] ?? ', '
}

/** The separator of two sentences: empty where the full stop includes its own space. */
export function gapOf(language: string): string {
  return language === 'zh' ? '' : ' '
}

/** The separator of a label and its value: "Amount: 4,125.0000 XLM". */
export function colonOf(language: string): string {
  return COLONS[language] ?? ': '
}

const COLONS: Record<string, string> = { fr: '\u00a0: ', zh: '：' }

const COMMAS: Record<string, string> = { fa: '، ', zh: '，' }

const RELATIVE_STEPS = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const

/** "3 minutes ago", "in 2 hours". Below a minute: "now" in the reader's words. */
export function formatRelative(iso: string, now: Date, language: string): string {
  const distance = new Date(iso).getTime() - now.getTime()
  const words = distances(language)
  for (const { unit, ms } of RELATIVE_STEPS) {
    if (Math.abs(distance) >= ms) return words.format(Math.trunc(distance / ms), unit)
  }
  return words.format(0, 'second')
}

/** A file's size in the units that file managers show: "184 kB", "1.8 MB". */
export function formatFileSize(bytes: number, language: string): string {
  const step = Math.min(sizes.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  return sizes[step]?.(language).format(bytes / 1000 ** step) ?? ''
}

/** British order of day and month for English; Gregorian years and digits 0 to 9 everywhere. */
function localeOf(language: string): string {
  return `${language === 'en' ? 'en-GB' : language}-u-ca-gregory-nu-latn`
}

const dates = (fields: Intl.DateTimeFormatOptions) =>
  kept((language) => {
    return new Intl.DateTimeFormat(localeOf(language), { ...fields, hourCycle: 'h23', timeZone: 'UTC' })
  })
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const CLOCK = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const
const moments = dates({ ...DAY, ...CLOCK })
const localMoments = kept((language) => {
  return new Intl.DateTimeFormat(localeOf(language), { ...DAY, ...CLOCK, hourCycle: 'h23' })
})
const days = dates(DAY)
const clocks = dates(CLOCK)
const lists = kept((language) => new Intl.ListFormat(localeOf(language), { type: 'conjunction', style: 'narrow' }))
const distances = kept((language) => new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' }))
const sizes = (['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const).map((unit, step) =>
  kept((language) => {
    const maximumFractionDigits = step > 1 ? 1 : 0
    const unitDisplay = step === 0 ? 'long' : 'short'
    return new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, unitDisplay, maximumFractionDigits })
  }),
)

function writeDate(format: Intl.DateTimeFormat, iso: string): string {
  // The Russian sign for "year" must not begin a line.
  return format.format(new Date(iso)).replace(' г.', '\u00a0г.')
}

function split(value: string): { sign: string; digits: string } {
  if (!DECIMAL_STRING.test(value)) throw new RangeError(`Not a plain decimal: ${value}`)
  return value.startsWith('-') ? { sign: MINUS, digits: value.slice(1) } : { sign: '', digits: value }
}

/** Rounds half up on the digits themselves. */
function roundPlaces(value: string, places: number): string {
  const [whole = '0', fraction = ''] = value.split('.')
  if (fraction.length <= places) return value
  const kept = BigInt(whole + fraction.slice(0, places)) + (fraction.charAt(places) >= '5' ? 1n : 0n)
  const digits = kept.toString().padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** "$", or "US$" where "$" is also the sign of another currency (peso, real). */
export function dollarSign(language: string): 'symbol' | 'narrowSymbol' {
  return ['es', 'pt'].includes(language) ? 'symbol' : 'narrowSymbol'
}

const separatorsOf = kept((language): Separators => {
  const locale = language === 'en' ? 'en-US-u-nu-latn' : `${language}-u-nu-latn`
  const dollars = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: dollarSign(language),
  }).formatToParts(1234567.5)
  return {
    group: dollars.find((part) => part.type === 'group')?.value ?? '',
    decimal: dollars.find((part) => part.type === 'decimal')?.value ?? '.',
    groupsFourDigits: new Intl.NumberFormat(locale).formatToParts(1234).some((part) => part.type === 'group'),
    usd: aroundNumber(dollars),
    percent: aroundNumber(new Intl.NumberFormat(locale, { style: 'percent' }).formatToParts(0.5)),
  }
})

function aroundNumber(parts: Intl.NumberFormatPart[]): Around {
  const isDigits = ({ type }: Intl.NumberFormatPart) => type === 'integer' || type === 'fraction'
  const text = (from: number, to?: number) =>
    parts
      .slice(from, to)
      .map(({ value }) => value)
      .join('')
  return { before: text(0, parts.findIndex(isDigits)), after: text(parts.findLastIndex(isDigits) + 1) }
}
