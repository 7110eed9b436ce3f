/** When the buyer may still correct what an escrow says (decision 035). */
import type { Decimal } from '#app/kernel/domain/money.ts'
import { canCancel, canNameSeller, type EscrowFacts } from './escrow.ts'

/** So often in a day for one escrow: a seller who is named is written to each time. */
export const CORRECTIONS_A_DAY = 3

/** Until a seller is bound the buyer may take what has arrived as the amount, where a small rest is missing; a trigger holds the same. */
export function canTakeArrived({ facts, sellerId, receivedAmount }: Of): boolean {
  return !receivedAmount.isZero() && canNameSeller({ facts, sellerId }) && canCancel(facts)
}

type Of = { facts: EscrowFacts; sellerId: string | null; receivedAmount: Decimal }

/** Until anything has arrived for it, a seller is bound by confirming, or it is called off. A trigger holds the same. */
export function canCorrect({ facts, sellerId, receivedAmount }: Of): boolean {
  return receivedAmount.isZero() && canNameSeller({ facts, sellerId }) && canCancel(facts)
}
