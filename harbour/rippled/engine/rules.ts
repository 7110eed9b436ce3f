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

/** The least fee of a transaction that asks for no further work, in drops: one for itself, one for each of its signers. */
export function baseFee(json: Record<string, unknown>): bigint {
  const signers = Array.isArray(json.Signers) ? json.Signers.length : 0
  return FEES.base * BigInt(1 + signers)
}
