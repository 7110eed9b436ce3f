/** How often the documents of a trade are put before the buyer. */

/** So often documents are presented in a trade with dates: once, and once more after a rejection. */
const USUAL_ROUNDS = 2

/**
 * How often the seller can still present. Null: as often as needed, because the trade has no dates. `round`: of the last
 * presentation, 0 before the first; `isAllowed`: the buyer has given one more after it.
 */
export function roundsLeft(of: { hasDates: boolean; round: number; isAllowed: boolean }): number | null {
  if (!of.hasDates) return null
  const left = Math.max(0, USUAL_ROUNDS - of.round)
  return left === 0 && of.isAllowed ? 1 : left
}
