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
  return questionThatBegins(translatorFor(language, 'faq')('held.answer'), ledgers, language)
}

/** The same question where the ledgers carry out escrows that are open, and are given no new ones. */
export function pausedQuestion(ledgers: readonly Network[], language: Language) {
  return questionThatBegins(translatorFor(language)('refusal.held_paused'), ledgers, language)
}

/** Of each ledger who can move the money, and what it takes. */
function questionThatBegins(first: string, ledgers: readonly Network[], language: Language) {
  const t = translatorFor(language, 'faq')
  const ofLedgers = ledgers.flatMap((network) => [...whoCanMove([network], language), t(`held.moves.${network}`)])
  return { question: t('held.question'), answer: [first, ...ofLedgers, t('held.note')].join(gapOf(language)) }
}

/** Answers that differ where the ledger holds the money have a sentence about that, said where ledgers hold any. */
export function withLedgers<Item extends { question: string; answer: string; held?: string }>(
  items: readonly Item[],
  { ledgers, language }: { ledgers: readonly Network[]; language: Language },
): { question: string; answer: string }[] {
  return items.map(({ question, answer, held }) => ({
    question,
    answer: held && ledgers.length > 0 ? `${answer}${gapOf(language)}${held}` : answer,
  }))
}

/** Paragraphs of the terms, in the section about holding and releasing the money. */
export function ledgerTerms(ledgers: readonly Network[], language: Language): string[] {
  const t = translatorFor(language, 'legal')
  return [t('held.first'), ...whoCanMove(ledgers, language), t('held.last')]
}
