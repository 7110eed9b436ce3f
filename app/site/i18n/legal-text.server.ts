import type { Wording } from '#app/accounts/domain/service-terms.ts'
import type { Network } from '#app/kernel/domain/assets.ts'
import { FALLBACK_LANGUAGE, type Language } from '#app/kernel/i18n/languages.ts'
import { wordsOf } from '#app/languages/i18n/i18n.server.ts'
import { settleWords, type WordSettings } from '#app/languages/i18n/settled-words.ts'
import { ledgerTerms } from './ledger-words.server.ts'
import type { LegalParagraph, LegalText } from './legal-text.ts'

type Of = { language: Language; settings: WordSettings; wording: Wording }

/**
 * The terms or the privacy policy in a language and for these settings: the first wording, or with the supplement
 * (decision 106). A translation says that the English text prevails.
 */
export function legalText(name: 'terms' | 'privacy', { language, settings, wording }: Of): LegalText {
  const { prevails, terms, privacy } = wordsOf(language, 'legal')
  const { title, updated, version, sections } = { terms, privacy }[name]
  return {
    title,
    updated,
    version,
    wording,
    prevails: language === FALLBACK_LANGUAGE ? null : prevails,
    sections: sections.map((section) => ({
      title: section.title,
      paragraphs: section.paragraphs.flatMap((paragraph: unknown) => inWording(paragraph, { settings, wording })),
    })),
  }
}

/** What the supplement changes is stored as `{ "first": […], "supplement": […] }`: the paragraphs of each wording. */
function inWording(paragraph: unknown, { settings, wording }: Omit<Of, 'language'>): LegalParagraph[] {
  if (!isReworded(paragraph)) return [{ text: String(settleWords(paragraph, settings)), isSupplement: false }]
  return paragraph[wording].map((text) => ({ text, isSupplement: wording === 'supplement' }))
}

function isReworded(paragraph: unknown): paragraph is Record<Wording, string[]> {
  return typeof paragraph === 'object' && paragraph !== null && 'first' in paragraph && 'supplement' in paragraph
}

/** The index of the section about holding and releasing the money. */
const HOLDING = 5

/** The terms, with paragraphs about on-chain escrows on these ledgers. */
export function termsText({ ledgers, ...of }: Of & { ledgers: readonly Network[] }): LegalText {
  const text = legalText('terms', of)
  if (ledgers.length === 0) return text
  const held = ledgerTerms(ledgers, of.language).map((paragraph) => ({ text: paragraph, isSupplement: false }))
  const sections = text.sections.map((section, place) =>
    place === HOLDING ? { ...section, paragraphs: [...section.paragraphs, ...held] } : section,
  )
  return { ...text, sections }
}
