/** How many presentations a trade may have. */

/** In a trade with dates: once, and once more after a rejection. */
const USUAL_ROUNDS = 2

/**
 * How many presentations are left. Null: unlimited, because the trade has no dates. `round`: the last one, 0 before the
 * first; `isAllowed`: the buyer has allowed one more after it.
 */
export function roundsLeft(of: { hasDates: boolean; round: number; isAllowed: boolean }): number | null {
  if (!of.hasDates) return null
  const left = Math.max(0, USUAL_ROUNDS - of.round)
  return left === 0 && of.isAllowed ? 1 : left
}
