/** What the validators of the public network have voted for (since 2024-12), in drops. */
export const FEES = {
  base: 10n,
  reserveBase: 1_000_000n,
  reserveIncrement: 200_000n,
} as const

/** All XRP there has ever been. No amount can be larger. */
export const ALL_DROPS = 100_000_000_000_000_000n

/** What an account that owns this many objects must keep. */
export function reserveOf(ownerCount: number): bigint {
  return FEES.reserveBase + FEES.reserveIncrement * BigInt(ownerCount)
}
