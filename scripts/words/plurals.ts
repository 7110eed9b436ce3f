/** Sentences with a count: i18next's `key_one`, `key_few`, `key_other`, by the categories of Intl.PluralRules. */
import type { Sentences } from './locales.ts'

const FORM = /^(.+)_(zero|one|two|few|many|other)$/

/** Our counts are small: nobody has to write, for example, the Spanish form for a million. */
const HIGHEST_COUNT = 1000

/** "form.wait_one" → "form.wait" if English counts in this sentence; else null. */
export function countedKey(key: string, english: Sentences): string | null {
  const counted = FORM.exec(key)?.[1]
  return counted !== undefined && english.has(`${counted}_other`) ? counted : null
}

/** The plural forms that a language needs for our counts: ["one", "few", "many", "other"] for Polish. */
export function pluralForms(language: string): string[] {
  const rules = new Intl.PluralRules(language)
  const counts = Array.from({ length: HIGHEST_COUNT + 1 }, (_, count) => count)
  const needed = new Set([...counts.map((count) => rules.select(count)), 'other'])
  return possibleForms(language).filter((form) => needed.has(form))
}

/** All plural forms that a language may have, also those that no count of ours needs. */
export function possibleForms(language: string): Intl.LDMLPluralRule[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories
}
