/** When the buyer may still correct an escrow (decision 035). */
import type { Decimal } from '#app/kernel/domain/money.ts'
import { canCancel, canNameSeller, type EscrowFacts } from './escrow.ts'

/** Per escrow: a named seller gets an email each time. */
export const CORRECTIONS_A_DAY = 3

/** Until a seller is bound, the buyer may take what arrived as the amount when little is missing (trigger too). */
export function canTakeArrived({ facts, sellerId, receivedAmount }: Of): boolean {
  return !receivedAmount.isZero() && canNameSeller({ facts, sellerId }) && canCancel(facts)
}

type Of = { facts: EscrowFacts; sellerId: string | null; receivedAmount: Decimal }

/** True until a payment arrives, a seller is bound, or the escrow is called off. A trigger checks the same. */
export function canCorrect({ facts, sellerId, receivedAmount }: Of): boolean {
  return receivedAmount.isZero() && canNameSeller({ facts, sellerId }) && canCancel(facts)
}
