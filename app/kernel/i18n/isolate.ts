import { directionOf, isLanguage } from './languages.ts'

const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'
const RTL_CHARACTER = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * Isolates a value's direction in a sentence. In a right-to-left sentence "412.5 XLM" would be read as "XLM 412.5", and
 * an Arabic name reverses the numbers beside it in an English one. Two invisible signs keep the value's own direction
 * (Unicode UAX #9). Elements use <bdi> for that; this works in emails, labels and titles, too.
 */
export function isolate(value: string, language: string): string {
  const isRightToLeft = isLanguage(language) && directionOf(language) === 'rtl'
  return value !== '' && (isRightToLeft || RTL_CHARACTER.test(value))
    ? FIRST_STRONG_ISOLATE + value + POP_ISOLATE
    : value
}

/** Removes those signs, for programs: they would be copied along with a hash. */
export function withoutIsolates(text: string): string {
  return text.replaceAll(/[\u2066-\u2069]/g, '')
}
