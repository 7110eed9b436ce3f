import { FALLBACK_LANGUAGE, type Language } from '#app/i18n/kernel/languages.ts'
import { wordsOf } from '#app/i18n/languages/i18n.server.ts'
import { settleWords, type WordSettings } from '#app/i18n/languages/settled-words.ts'

/** The terms or the privacy policy in a language, as the settings have it; a translation says that the English text prevails. */
export function legalText(
  name: 'terms' | 'privacy',
  { language, settings }: { language: Language; settings: WordSettings },
) {
  const { prevails, ...texts } = wordsOf(language, 'legal')
  return { ...settleWords(texts[name], settings), prevails: language === FALLBACK_LANGUAGE ? null : prevails }
}
