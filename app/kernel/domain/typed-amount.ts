/**
 * The only parser of amounts as people write them. It reads the notation of a page's language, and digits with a dot
 * everywhere (spec §5); it drops no character, and asks when there are two readings. Whole numbers and text alone: it
 * also runs in the browser while somebody types.
 */
import { ASSET_FACTS, type Asset, forEachAsset, type Network, networkOf } from './assets.ts'

/** The separators of a language. `plain` allows digits and a dot only, as programs write. */
export type Notation = { decimal: string; group: string } | 'plain'

/** Limits of an amount: decimal places, the maximum in its smallest unit, and the names that may stand beside it. */
export type AmountKind = { places: number; most: bigint; names: readonly string[]; mayBeZero?: true }

/** Stellar counts in 64 bits; the XRP Ledger has 10^17 drops in all. */
const MOST_UNITS: Record<Network, bigint> = { stellar: 2n ** 63n - 1n, xrpl: 10n ** 17n }

export const AMOUNT_KINDS: Record<Asset | 'USD', AmountKind> = {
  ...forEachAsset((asset) => ({
    places: ASSET_FACTS[asset].ledgerPlaces,
    most: MOST_UNITS[networkOf(asset)],
    names: [asset],
  })),
  /** Below a trillion dollars: more than any trade, less than the fee's columns can hold. */
  USD: { places: 2, most: 10n ** 14n - 1n, names: ['US$', 'USD', '$'] },
}

/** `read`: plain digits with a dot, without superfluous zeros. */
export type TypedAmount =
  | { read: string }
  /** Readings that a person has to choose from; only one when the page's notation has none. */
  | { ask: Readings }
  | { wrong: 'notation' | 'places' | 'too_much' | 'zero' }

/**
 * "4.125": four thousand 125, or 4 and a fraction. Null: too fine or too large for an amount. Without a head: foreign
 * notation, "18.000,00" on an English page, has one reading, in `thousands`.
 */
export type Readings = { head: string; tail: string; thousands: string | null; fraction: string | null }

/** Invisible signs, which displayed amounts carry into what is copied. */
const INVISIBLE = /[\u200b\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g
const SPACE = /[\u00a0\u2007\u2009\u202f]/g
/** The zeros of digits in other scripts, each followed by its nine others: Arabic, Persian, Thai, full-width. */
const ZEROS = [0x660, 0x6f0, 0xe50, 0xff10]
/** Signs with one meaning everywhere: Arabic's own, and those that only ever separate thousands. */
const ARABIC_DECIMAL = '\u066b'
const GROUPS_ANYWHERE = [' ', "'", '\u066c']
const IN_DOUBT = /^([1-9]\d{0,2})([.,])(\d{3})$/

/** Parses the text. Empty text is `notation`. */
export function readTypedAmount(text: string, kind: AmountKind, notation: Notation): TypedAmount {
  const core = notation === 'plain' ? text.trim() : coreOf(text, kind.names)
  const own = ownReadings(core, notation)
  const doubt = notation === 'plain' ? null : inDoubt(core, notation)
  if (own.length === 0 && !doubt) {
    const elsewhere = notation === 'plain' ? null : readElsewhere(core)
    const isAmount = elsewhere !== null && faultOf(elsewhere, kind) === null
    return isAmount ? { ask: { head: '', tail: '', thousands: elsewhere, fraction: null } } : { wrong: 'notation' }
  }
  const isOwn = (value: string | null) => value !== null && own.includes(value)
  const readings = doubt && {
    ...doubt,
    thousands: faultOf(doubt.thousands, kind) === null ? doubt.thousands : null,
    fraction: faultOf(doubt.fraction, kind) === null ? doubt.fraction : null,
  }
  if (readings) {
    const left = [readings.thousands, readings.fraction].filter((value) => value !== null)
    const [only] = left
    if (left.length === 1 && only !== undefined && isOwn(only)) return { read: only }
    if (left.length > 0) return { ask: readings }
  }
  const value = own[0] ?? doubt?.fraction ?? ''
  const fault = faultOf(value, kind)
  return fault === null ? { read: value } : { wrong: fault }
}

/** Returns the value that was read, or chosen from its readings. Null: neither. */
export function settled(typed: TypedAmount, chosen: string): string | null {
  if ('read' in typed) return typed.read
  return 'ask' in typed && chosen !== '' && [typed.ask.thousands, typed.ask.fraction].includes(chosen) ? chosen : null
}

/** Returns the amount of a text in digits and a dot alone. Null: no such amount. */
export function readPlain(text: string, kind: AmountKind): string | null {
  const typed = readTypedAmount(text, kind, 'plain')
  return 'read' in typed ? typed.read : null
}

/** Is the text written as programs write, so that its meaning is clear? */
export function isPlainlyWritten(text: string): boolean {
  return UNGROUPED('.').test(text.trim())
}

/** Converts plain digits with a dot to the smallest unit. Null: too fine. */
export function unitsOf(value: string, places: number): bigint | null {
  const [whole = '', fraction = ''] = value.split('.')
  const digits = fraction.replace(/0+$/, '')
  return digits.length > places ? null : BigInt(whole + digits.padEnd(places, '0'))
}

/** Converts the smallest unit to plain digits with a dot. */
export function fromTypedUnits(units: bigint, places: number): string {
  const digits = units.toString().padStart(places + 1, '0')
  const at = digits.length - places
  return trimmed(digits.slice(0, at), digits.slice(at))
}

function coreOf(text: string, names: readonly string[]): string {
  const written = text.replace(INVISIBLE, '').replace(SPACE, ' ').replaceAll('’', "'")
  const latin = Array.from(written, latinOf).join('').trim()
  const name = names.find((known) => startsOrEndsWith(latin.toUpperCase(), known))
  if (name === undefined) return latin
  const isBefore = latin.toUpperCase().startsWith(name)
  return (isBefore ? latin.slice(name.length) : latin.slice(0, -name.length)).trim()
}

function startsOrEndsWith(text: string, name: string): boolean {
  return text.startsWith(name) || text.endsWith(name)
}

function latinOf(sign: string): string {
  if (sign === '．') return '.'
  if (sign === '，') return ','
  const code = sign.codePointAt(0) ?? 0
  const zero = ZEROS.find((first) => code >= first && code <= first + 9)
  return zero === undefined ? sign : String(code - zero)
}

/** Returns the readings in the page's notation, and in digits with a dot: both count as the page's own. */
function ownReadings(core: string, notation: Notation): string[] {
  const { decimals, groups } = signsOf(notation)
  const found = new Set<string>()
  for (const decimal of decimals) {
    if (UNGROUPED(decimal).test(core)) found.add(withDecimal(core, decimal))
    for (const group of groups.filter((sign) => sign !== decimal)) {
      if (GROUPED(group, decimal).test(core)) found.add(withDecimal(core.replaceAll(group, ''), decimal))
    }
  }
  return [...found]
}

function signsOf(notation: Notation): { decimals: string[]; groups: string[] } {
  if (notation === 'plain') return { decimals: ['.'], groups: [] }
  const groups = new Set([...GROUPS_ANYWHERE, notation.group.replace(SPACE, ' ')])
  return { decimals: [...new Set(['.', ARABIC_DECIMAL, notation.decimal])], groups: [...groups] }
}

/**
 * One sign before exactly three digits is ambiguous: half of the world writes thousands with it, the other half a
 * fraction. Not ambiguous: whole thousands on a page that separates them with the comma.
 */
function inDoubt(core: string, { group }: Exclude<Notation, 'plain'>) {
  const match = IN_DOUBT.exec(core)
  if (!match) return null
  const [, head = '', sign = '', tail = ''] = match
  if (sign === ',' && group === ',' && tail === '000') return null
  return { head, tail, thousands: head + tail, fraction: trimmed(head, tail) }
}

/** Reads "18.000,00" and "18,000.00": with both signs the meaning is clear in every language. Null: anything else. */
function readElsewhere(core: string): string | null {
  const [group, decimal] = core.lastIndexOf(',') > core.lastIndexOf('.') ? ['.', ','] : [',', '.']
  const isWritten = core.includes(group) && core.includes(decimal) && GROUPED(group, decimal).test(core)
  return isWritten ? withDecimal(core.replaceAll(group, ''), decimal) : null
}

function faultOf(value: string, { places, most, mayBeZero }: AmountKind): 'places' | 'too_much' | 'zero' | null {
  const units = unitsOf(value, places)
  if (units === null) return 'places'
  if (units > most) return 'too_much'
  return units === 0n && !mayBeZero ? 'zero' : null
}

function withDecimal(digits: string, decimal: string): string {
  const [whole = '', fraction = ''] = digits.split(decimal)
  return trimmed(whole, fraction)
}

function trimmed(whole: string, fraction: string): string {
  const kept = fraction.replace(/0+$/, '')
  return `${whole.replace(/^0+(?=\d)/, '') || '0'}${kept === '' ? '' : `.${kept}`}`
}

const UNGROUPED = (decimal: string) => new RegExp(`^(?:\\d+(?:[${decimal}]\\d*)?|[${decimal}]\\d+)$`)
const GROUPED = (group: string, decimal: string) =>
  new RegExp(`^[1-9]\\d{0,2}(?:[${group}]\\d{3})+(?:[${decimal}]\\d*)?$`)
