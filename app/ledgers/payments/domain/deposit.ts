/** Whether what arrived pays what is due. Amounts within 1e-7 are equal (spec §5). */
import { AMOUNT_TOLERANCE, Decimal } from '#app/kernel/domain/money.ts'

const NOTHING = new Decimal(0)

export type DepositState = {
  state: 'none' | 'short' | 'exact' | 'over'
  /** Still to be sent by the payer; 0 unless `none` or `short`. */
  stillDue: Decimal
  /** Owed back; 0 unless `over`. */
  excess: Decimal
}

/** Compares all that arrived for one reference with what is due. Both in whole units of the same asset. */
export function depositState({ due, received }: { due: Decimal; received: Decimal }): DepositState {
  const difference = received.minus(due)
  // The smallest due amount is within the tolerance of zero.
  if (received.isZero() && due.gt(0)) return { state: 'none', stillDue: due, excess: NOTHING }
  if (difference.abs().lte(AMOUNT_TOLERANCE)) return { state: 'exact', stillDue: NOTHING, excess: NOTHING }
  if (difference.gt(0)) return { state: 'over', stillDue: NOTHING, excess: difference }
  return { state: received.gt(0) ? 'short' : 'none', stillDue: difference.neg(), excess: NOTHING }
}

export function isCovered(deposit: { due: Decimal; received: Decimal }): boolean {
  const { state } = depositState(deposit)
  return state === 'exact' || state === 'over'
}

export function sumOfPayments(payments: readonly { amount: Decimal }[]): Decimal {
  return payments.reduce((total, payment) => total.plus(payment.amount), NOTHING)
}
