/** Sentences that count: i18next's `key_one`, `key_few`, `key_other`, by the categories of Intl.PluralRules. */
import type { Sentences } from './locales.ts'

const FORM = /^(.+)_(zero|one|two|few|many|other)$/

/** Numbers that our sentences count are small: Spanish has a form of its own for a million, which nobody has to write. */
const HIGHEST_COUNT = 1000

/** "form.wait_one" → "form.wait", when English counts in this sentence; null for all others. */
export function countedKey(key: string, english: Sentences): string | null {
  const counted = FORM.exec(key)?.[1]
  return counted !== undefined && english.has(`${counted}_other`) ? counted : null
}

/** The forms in which a language counts: ["one", "few", "many", "other"] for Polish. */
export function pluralForms(language: string): string[] {
  const rules = new Intl.PluralRules(language)
  const counts = Array.from({ length: HIGHEST_COUNT + 1 }, (_, count) => count)
  const needed = new Set([...counts.map((count) => rules.select(count)), 'other'])
  return possibleForms(language).filter((form) => needed.has(form))
}

/** Those, and forms that a language may write although nothing that we count needs them. */
export function possibleForms(language: string): Intl.LDMLPluralRule[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories
}
