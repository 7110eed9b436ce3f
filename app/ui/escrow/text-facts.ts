import type { TFunction } from 'i18next'
import { type EscrowTexts, TEXTS } from '#app/domain/escrow/escrow-terms.ts'
import type { Fact } from '#app/ui/kernel/frames/facts.tsx'

/** What the buyer typed of a trade, for its facts; nothing of what was left empty. `t`: of the common words. */
export function textFacts(trade: EscrowTexts, t: TFunction): Fact[] {
  return TEXTS.filter((name) => trade[name]).map((name) => ({ label: t(`escrow.facts.${name}`), value: trade[name] }))
}
