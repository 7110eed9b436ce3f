/** What the FAQ and the terms say of escrows that the ledger itself holds, where that is offered (docs/decisions/087). */
import { ASSETS, type Network, networkOf } from '#app/domain/kernel/assets.ts'
import { colonOf, formatList, gapOf } from '#app/i18n/kernel/format.ts'
import type { Language } from '#app/i18n/kernel/languages.ts'
import { translatorFor } from '#app/i18n/languages/i18n.server.ts'

/** Each ledger its own, as what it can enforce differs: "XLM, USDC: …", "XRP: …". */
export function whoCanMove(ledgers: readonly Network[], language: Language): string[] {
  const t = translatorFor(language)
  return ledgers.map((network) => {
    const assets = ASSETS.filter((asset) => networkOf(asset) === network)
    return `${formatList(assets, language)}${colonOf(language)}${t(`held.what.${network}`)}`
  })
}

/** A question of the FAQ with its answer. */
export function ledgerQuestion(ledgers: readonly Network[], language: Language) {
  const t = translatorFor(language, 'faq')
  const parts = [t('held.answer'), ...whoCanMove(ledgers, language), t('held.note')]
  return { question: t('held.question'), answer: parts.join(gapOf(language)) }
}

/** The same question where the ledgers carry out escrows that are open, and are given no new ones. */
export function pausedQuestion(ledgers: readonly Network[], language: Language) {
  const t = translatorFor(language, 'faq')
  const parts = [translatorFor(language)('refusal.held_paused'), ...whoCanMove(ledgers, language), t('held.note')]
  return { question: t('held.question'), answer: parts.join(gapOf(language)) }
}

/** Paragraphs of the terms, in the section about holding and releasing the money. */
export function ledgerTerms(ledgers: readonly Network[], language: Language): string[] {
  const t = translatorFor(language, 'legal')
  return [t('held.first'), ...whoCanMove(ledgers, language), t('held.last')]
}
