import { FALLBACK_LANGUAGE, type Language } from '#app/i18n/kernel/languages.ts'
import { wordsOf } from '#app/i18n/languages/i18n.server.ts'

/** The terms or the privacy policy in a language; a translation says that the English text prevails. */
export function legalText(name: 'terms' | 'privacy', language: Language) {
  const { prevails, ...texts } = wordsOf(language, 'legal')
  return { ...texts[name], prevails: language === FALLBACK_LANGUAGE ? null : prevails }
}
