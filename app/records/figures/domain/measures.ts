/** What is added up, and how it is asked for. */

/**
 * The number of the rules by which events are added up (records/figures/db). Whoever changes what counts takes the next one: sums of older
 * rules are then added up anew, and a worker of before, which may still run beside, adds nothing to them.
 */
export const FIGURE_RULES = 2

export const CHARTS = ['volume', 'fees', 'wait', 'rejected', 'open'] as const
export type Chart = (typeof CHARTS)[number]

/** How long money has lain in an escrow, in days. */
export const AGES = ['day', 'week', 'month', 'older'] as const
export type Age = (typeof AGES)[number]

/** Lengths of time are counted in bins, eight to each doubling: what is read from them is right to a tenth. */
const BINS_PER_DOUBLING = 8

/** In the middle of a bin, in seconds. */
const secondsOf = (bin: number) => 2 ** ((bin + 0.5) / BINS_PER_DOUBLING)

/** Which length so large a share of all was not above, in seconds; null where there are none. */
export function quantile(bins: ReadonlyMap<number, number>, share: number): number | null {
  const sorted = [...bins].toSorted(([a], [b]) => a - b)
  const wanted = Math.ceil(sorted.reduce((sum, [, count]) => sum + count, 0) * share)
  let passed = 0
  for (const [bin, count] of sorted) {
    passed += count
    if (passed >= wanted && count > 0) return secondsOf(bin)
  }
  return null
}
