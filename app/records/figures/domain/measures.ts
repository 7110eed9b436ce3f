/** What is summed up, and how it is requested. */

/**
 * The version of the rules by which events are summed up (records/figures/db). Increase it when you change what counts:
 * sums of older rules are recomputed, and an older worker that still runs adds nothing to them.
 */
export const FIGURE_RULES = 2

export const CHARTS = ['volume', 'fees', 'wait', 'rejected', 'open'] as const
export type Chart = (typeof CHARTS)[number]

/** How long money has been in an escrow, in days. */
export const AGES = ['day', 'week', 'month', 'older'] as const
export type Age = (typeof AGES)[number]

/** Durations are counted in bins, eight for each doubling: results are accurate to a tenth. */
const BINS_PER_DOUBLING = 8

/** The middle of a bin, in seconds. */
const secondsOf = (bin: number) => 2 ** ((bin + 0.5) / BINS_PER_DOUBLING)

/** The duration that this share of all did not exceed, in seconds. Null: there are none. */
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
