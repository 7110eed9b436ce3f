/** Does what arrived pay what is due? Amounts within 1e-7 are equal (spec §5); what counts is what arrived. */
import { AMOUNT_TOLERANCE, Decimal } from '#app/kernel/domain/money.ts'

const NOTHING = new Decimal(0)

export type DepositState = {
  state: 'none' | 'short' | 'exact' | 'over'
  /** What the payer still has to send; 0 unless `none` or `short`. */
  stillDue: Decimal
  /** What is owed back; 0 unless `over`. */
  excess: Decimal
}

/** Everything that arrived for one reference against what it should be. Both in whole units of the same asset. */
export function depositState({ due, received }: { due: Decimal; received: Decimal }): DepositState {
  const difference = received.minus(due)
  // The least amount there is is within the tolerance of nothing.
  if (received.isZero() && due.gt(0)) return { state: 'none', stillDue: due, excess: NOTHING }
  if (difference.abs().lte(AMOUNT_TOLERANCE)) return { state: 'exact', stillDue: NOTHING, excess: NOTHING }
  if (difference.gt(0)) return { state: 'over', stillDue: NOTHING, excess: difference }
  return { state: received.gt(0) ? 'short' : 'none', stillDue: difference.neg(), excess: NOTHING }
}

/** What arrived is all that is due, or more. */
export function isCovered(deposit: { due: Decimal; received: Decimal }): boolean {
  const { state } = depositState(deposit)
  return state === 'exact' || state === 'over'
}

export function sumOf(payments: readonly { amount: Decimal }[]): Decimal {
  return payments.reduce((total, payment) => total.plus(payment.amount), NOTHING)
}
