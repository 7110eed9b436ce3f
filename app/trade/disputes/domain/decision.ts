/** How a dispute ends (product.md §3). All amounts in whole units of the escrow's asset. */

import { Decimal } from '#app/kernel/domain/money.ts'
import type { Shares } from '#app/trade/divisions/domain/division.ts'

const NOTHING = new Decimal(0)

/** The operator's decisions. `dismissed`: nothing is decided, and the escrow continues as before. */
export const DECISIONS = ['release', 'refund', 'split', 'dismissed'] as const
export type Decision = (typeof DECISIONS)[number]

/** All ends of a dispute: also settled by both parties, or withdrawn by the one who opened it. */
export const DISPUTE_ENDS = [...DECISIONS, 'settled', 'withdrawn'] as const
export type DisputeEnd = (typeof DISPUTE_ENDS)[number]

/** Null: the dispute is open. */
export function disputeEndOf(text: string | null): DisputeEnd | null {
  return DISPUTE_ENDS.find((end) => end === text) ?? null
}

/** Two shares with the amount as sum. Null: an invalid split, which leaves one side nothing or exceeds the amount. */
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
