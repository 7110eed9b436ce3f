/** Texts of the FAQ and the terms about on-chain escrows, where these are offered (docs/decisions/087). */
import { ASSETS, type Network, networkOf } from '#app/kernel/domain/assets.ts'
import { colonOf, formatList, gapOf } from '#app/kernel/i18n/format.ts'
import type { Language } from '#app/kernel/i18n/languages.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'

/** One text per ledger, as they enforce different things: "XLM, USDC: …", "XRP: …". */
export function whoCanMove(ledgers: readonly Network[], language: Language): string[] {
  const t = translatorFor(language)
  return ledgers.map((network) => {
    const assets = ASSETS.filter((asset) => networkOf(asset) === network)
    return `${formatList(assets, language)}${colonOf(language)}${t(`held.what.${network}`)}`
  })
}

/** An FAQ entry: for each ledger, who can move the money, and what it takes. */
export function ledgerQuestion(ledgers: readonly Network[], language: Language) {
  const t = translatorFor(language, 'faq')
  const ofLedgers = ledgers.flatMap((network) => [...whoCanMove([network], language), t(`held.moves.${network}`)])
  return {
    question: t('held.question'),
    answer: [t('held.answer'), ...ofLedgers, t('held.note')].join(gapOf(language)),
  }
}

/** Adds the sentence `held` to answers that differ for on-chain escrows, where these exist. */
export function withLedgers<Item extends { question: string; answer: string; held?: string }>(
  items: readonly Item[],
  { ledgers, language }: { ledgers: readonly Network[]; language: Language },
): { question: string; answer: string }[] {
  return items.map(({ question, answer, held }) => ({
    question,
    answer: held && ledgers.length > 0 ? `${answer}${gapOf(language)}${held}` : answer,
  }))
}

/** Paragraphs for the section of the terms about holding and releasing the money. */
export function ledgerTerms(ledgers: readonly Network[], language: Language): string[] {
  const t = translatorFor(language, 'legal')
  return [t('held.first'), ...whoCanMove(ledgers, language), t('held.last')]
}
