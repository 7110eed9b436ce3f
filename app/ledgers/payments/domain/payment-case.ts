/** Why money waits for a person (product.md §2): the exceptions of a fee, and payments that do not count. */
import { PAYMENT_PROBLEMS, type PaymentProblem } from '#app/ledgers/payments/domain/arrival.ts'

export const FEE_CASES = [
  /** A part arrived; the payer is asked for the rest under the same reference. */
  'fee_short',
  /** Arrived after the quote window and is worth less than the fee now. */
  'fee_late',
  /** The fee is paid; the excess is owed back. */
  'fee_over',
] as const
export type FeeCaseKind = (typeof FEE_CASES)[number]

/** Payments that the operator can assign. */
const ASSIGNABLE_CASES: readonly string[] = ['no_memo', 'unknown_memo', 'needs_review'] satisfies PaymentProblem[]

export function isAssignable(kind: string): boolean {
  return ASSIGNABLE_CASES.includes(kind)
}

/** Ways for a person to end a case without a payout: returned outside Quayside; or kept, to be reopened some day. */
export const CLOSED_BY_HAND = ['by_hand', 'kept'] as const
export type ClosedByHand = (typeof CLOSED_BY_HAND)[number]
export const CASE_ENDS = ['paid_back', ...CLOSED_BY_HAND] as const
export type CaseEnding = (typeof CASE_ENDS)[number]

export type CaseKind = FeeCaseKind | PaymentProblem
export const CASE_KINDS: readonly CaseKind[] = [...FEE_CASES, ...PAYMENT_PROBLEMS]
