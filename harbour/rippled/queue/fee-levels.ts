/** Fee levels and the cost of the open ledger: FeeMetrics of rippled's transaction queue. */

/** Level of a transaction that pays exactly its base fee. */
export const REFERENCE_LEVEL = 256n
/** Escalation begins at this level, 500 base fees, or at the median of the latest ledger if that is higher. */
const LEAST_MULTIPLIER = REFERENCE_LEVEL * 500n
/** Number of latest ledgers whose size determines the expected size. */
const LEDGERS_REMEMBERED = 20

/** How many transactions a ledger takes at the base fee. */
export type LedgerSizes = {
  /** Initial and minimum expected size. */
  minimum: number
  /** A larger ledger raises the expected size. At least the minimum. */
  target: number
  /** Null: no limit. At least the target. */
  maximum: number | null
}

/** As in rippled's standalone mode. */
export const STANDALONE_SIZES: LedgerSizes = { minimum: 1000, target: 1000, maximum: null }

export type FeeMetrics = {
  /** Transactions that the open ledger takes at the base fee. */
  expected(): number
  /** The level that escalation multiplies. */
  multiplier(): bigint
  /** Minimum level that gets into an open ledger of this size. */
  required(size: number): bigint
  /** Sum of levels that the next `count` transactions have to pay. */
  requiredOf(count: number, size: number): bigint
  /** Adapts to a closed ledger. */
  update(levels: readonly bigint[]): void
  resize(sizes: LedgerSizes): void
}

export function openFeeMetrics(initial: LedgerSizes): FeeMetrics {
  let sizes = initial
  let expected = sizes.minimum
  let multiplier = LEAST_MULTIPLIER
  let recent: number[] = []

  /** Escalated level of a sum of squared sizes. */
  const escalated = (squares: bigint) => (multiplier * squares) / BigInt(expected) ** 2n

  return {
    expected: () => expected,
    multiplier: () => multiplier,
    required: (size) => (size > expected ? escalated(BigInt(size) ** 2n) : REFERENCE_LEVEL),
    requiredOf(count, size) {
      let squares = 0n
      for (let one = 0; one < count; one += 1) squares += BigInt(size + one) ** 2n
      return escalated(squares)
    },
    update(levels) {
      const size = levels.length
      if (size > expected || size > sizes.target) {
        recent = [...recent, Math.floor((size * 120) / 100)].slice(-LEDGERS_REMEMBERED)
        const largest = Math.max(...recent)
        // Grows at once, shrinks slowly.
        const next = largest >= expected ? largest : Math.floor((expected * 9 + largest) / 10)
        expected = Math.min(next, sizes.maximum ?? next)
      }
      const median = medianOf(levels)
      multiplier = median > LEAST_MULTIPLIER ? median : LEAST_MULTIPLIER
    },
    resize(to) {
      sizes = to
      expected = to.minimum
      recent = []
    },
  }
}

function medianOf(levels: readonly bigint[]): bigint {
  const sorted = [...levels].sort((one, other) => (one < other ? -1 : 1))
  const above = sorted[Math.floor(sorted.length / 2)] ?? 0n
  const below = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n
  return (above + below + 1n) / 2n
}

/** `base`: minimum fee of this transaction; both in drops. */
export function levelOf(fee: bigint, base: bigint): bigint {
  return (fee * REFERENCE_LEVEL) / base
}

/** Drops, rounded down. */
export function dropsOf(level: bigint, base: bigint): bigint {
  return (level * base) / REFERENCE_LEVEL
}

/** Minimum drops that reach the level. */
export function leastDropsOf(level: bigint, base: bigint): bigint {
  const drops = dropsOf(level, base)
  return levelOf(drops, base) < level ? drops + 1n : drops
}
