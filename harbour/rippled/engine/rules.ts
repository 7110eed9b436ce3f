/** In drops, as the validators of the public network have voted (since 2024-12). */
export const FEES = {
  base: 10n,
  reserveBase: 1_000_000n,
  reserveIncrement: 200_000n,
} as const

/** All XRP there has ever been, in drops. No amount can be larger. */
export const ALL_DROPS = 100_000_000_000_000_000n

/** Drops that an account must keep that owns this many objects. */
export function reserveOf(ownerCount: number): bigint {
  return FEES.reserveBase + FEES.reserveIncrement * BigInt(ownerCount)
}

/** In drops: one base fee for the transaction, and one for each of its signers. */
export function baseFee(json: Record<string, unknown>): bigint {
  const signers = Array.isArray(json.Signers) ? json.Signers.length : 0
  return FEES.base * BigInt(1 + signers)
}
