/** How a dispute ends (product.md §3). Every amount in whole units of the escrow's asset. */

import { Decimal } from '#app/kernel/domain/money.ts'
import type { Shares } from '#app/trade/divisions/domain/division.ts'

const NOTHING = new Decimal(0)

/** How the operator can end a dispute. `dismissed`: nothing was decided, the escrow goes on as before. */
export const DECISIONS = ['release', 'refund', 'split', 'dismissed'] as const
export type Decision = (typeof DECISIONS)[number]

/** What a dispute that is over came to: both sides may have settled it, or whoever opened it may have taken it back. */
export const DISPUTE_ENDS = [...DECISIONS, 'settled', 'withdrawn'] as const
export type DisputeEnd = (typeof DISPUTE_ENDS)[number]

/** Null while it is open. */
export function disputeEndOf(text: string | null): DisputeEnd | null {
  return DISPUTE_ENDS.find((end) => end === text) ?? null
}

/**
 * The two shares of a decision about the money; they sum to the amount exactly. Null when a split leaves one side nothing
 * or gives away more than there is: then it is no split.
 */
export function sharesOf(
  decision: Exclude<Decision, 'dismissed'>,
  of: { amount: Decimal; sellerAmount: Decimal | null },
): Shares | null {
  if (decision === 'release') return { seller: of.amount, buyer: NOTHING }
  if (decision === 'refund') return { seller: NOTHING, buyer: of.amount }
  const seller = of.sellerAmount
  if (!seller?.gt(0) || seller.gte(of.amount)) return null
  return { seller, buyer: of.amount.minus(seller) }
}
