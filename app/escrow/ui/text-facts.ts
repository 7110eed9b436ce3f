import type { TFunction } from 'i18next'
import type { EscrowTexts, TextName } from '#app/escrow/domain/escrow-terms.ts'
import type { Fact } from '#app/kernel/ui/frames/facts.tsx'

/** The buyer's texts about a trade as facts, without empty ones. `t`: of the common messages. */
export function textFacts(texts: EscrowTexts, t: TFunction): Fact[] {
  const written = Object.entries(texts) as [TextName, string][]
  return written.flatMap(([name, value]) => (value === '' ? [] : [{ label: t(`escrow.facts.${name}`), value }]))
}
