/** Why money waits for a person (product.md §2): the named exceptions of a fee, and payments that do not count. */
import { PAYMENT_PROBLEMS, type PaymentProblem } from './arrival.ts'

export const FEE_CASES = [
  /** A part arrived; the payer is asked for the rest under the same reference. */
  'fee_short',
  /** Arrived after the lock and is worth less than the fee now. */
  'fee_late',
  /** The fee is paid; the excess is owed back. */
  'fee_over',
] as const
export type FeeCaseKind = (typeof FEE_CASES)[number]

export type CaseKind = FeeCaseKind | PaymentProblem
export const CASE_KINDS: readonly CaseKind[] = [...FEE_CASES, ...PAYMENT_PROBLEMS]
