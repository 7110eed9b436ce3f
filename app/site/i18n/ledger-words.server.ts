/** What the FAQ and the terms say of escrows that the ledger itself holds, where that is offered (docs/decisions/087). */
import { ASSETS, type Network, networkOf } from '#app/kernel/domain/assets.ts'
import { colonOf, formatList, gapOf } from '#app/kernel/i18n/format.ts'
import type { Language } from '#app/kernel/i18n/languages.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'

/** Each ledger its own, as what it can enforce differs: "XLM, USDC: …", "XRP: …". */
export function whoCanMove(ledgers: readonly Network[], language: Language): string[] {
  const t = translatorFor(language)
  return ledgers.map((network) => {
    const assets = ASSETS.filter((asset) => networkOf(asset) === network)
    return `${formatList(assets, language)}${colonOf(language)}${t(`held.what.${network}`)}`
  })
}

/** A question of the FAQ with its answer: of each ledger who can move the money, and what it takes. */
export function ledgerQuestion(ledgers: readonly Network[], language: Language) {
  const t = translatorFor(language, 'faq')
  const ofLedgers = ledgers.flatMap((network) => [...whoCanMove([network], language), t(`held.moves.${network}`)])
  return {
    question: t('held.question'),
    answer: [t('held.answer'), ...ofLedgers, t('held.note')].join(gapOf(language)),
  }
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
