import type { Language } from '#app/kernel/domain/words/languages.ts'

/** The languages of the product (product.md §9), each under the name its readers use. */

export const LANGUAGES = {
  en: { name: 'English', dir: 'ltr' },
  ru: { name: 'Русский', dir: 'ltr' },
  tr: { name: 'Türkçe', dir: 'ltr' },
  vi: { name: 'Tiếng Việt', dir: 'ltr' },
  pl: { name: 'Polski', dir: 'ltr' },
  nl: { name: 'Nederlands', dir: 'ltr' },
  th: { name: 'ไทย', dir: 'ltr' },
  id: { name: 'Bahasa Indonesia', dir: 'ltr' },
  ms: { name: 'Bahasa Melayu', dir: 'ltr' },
  sw: { name: 'Kiswahili', dir: 'ltr' },
  fa: { name: 'فارسی', dir: 'rtl' },
  es: { name: 'Español', dir: 'ltr' },
  fr: { name: 'Français', dir: 'ltr' },
  de: { name: 'Deutsch', dir: 'ltr' },
  pt: { name: 'Português', dir: 'ltr' },
  zh: { name: '中文', dir: 'ltr' },
} as const satisfies Record<Language, { name: string; dir: 'ltr' | 'rtl' }>

export type { Language }

export const FALLBACK_LANGUAGE: Language = 'en'

/** The instructions are offered in all 16 (spec §2, Instructions). */
export const INSTRUCTIONS_LANGUAGES = Object.keys(LANGUAGES) as Language[]

/** The FAQ is offered in 11 (spec §2, FAQ). */
export const FAQ_LANGUAGES: Language[] = ['en', 'ru', 'tr', 'vi', 'pl', 'nl', 'th', 'id', 'ms', 'sw', 'fa']

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(LANGUAGES, value)
}

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return LANGUAGES[language].dir
}
