import type { Network } from '#app/domain/kernel/assets.ts'
import { FALLBACK_LANGUAGE, type Language } from '#app/i18n/kernel/languages.ts'
import { wordsOf } from '#app/i18n/languages/i18n.server.ts'
import { settleWords, type WordSettings } from '#app/i18n/languages/settled-words.ts'
import { ledgerTerms } from './ledger-words.server.ts'

/** The terms or the privacy policy in a language, as the settings have it; a translation says that the English text prevails. */
export function legalText(
  name: 'terms' | 'privacy',
  { language, settings }: { language: Language; settings: WordSettings },
) {
  const { prevails, terms, privacy } = wordsOf(language, 'legal')
  const texts = { terms, privacy }
  return { ...settleWords(texts[name], settings), prevails: language === FALLBACK_LANGUAGE ? null : prevails }
}

/** The section about holding and releasing the money. */
const HOLDING = 5

/** The terms, with what holds for money that one of these ledgers itself holds. */
export function termsText({
  ledgers,
  ...of
}: {
  language: Language
  settings: WordSettings
  ledgers: readonly Network[]
}) {
  const text = legalText('terms', of)
  if (ledgers.length === 0) return text
  const sections = text.sections.map((section, place) =>
    place === HOLDING
      ? { ...section, paragraphs: [...section.paragraphs, ...ledgerTerms(ledgers, of.language)] }
      : section,
  )
  return { ...text, sections }
}
