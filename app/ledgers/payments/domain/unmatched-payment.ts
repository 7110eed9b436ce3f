/** Why money waits for a person (product.md §2): the exceptions of a fee, and payments that do not count. */
import { PAYMENT_PROBLEMS, type PaymentProblem } from '#app/ledgers/payments/domain/arrival.ts'

export const FEE_UNMATCHED = [
  /** A part arrived; the payer is asked for the rest under the same reference. */
  'fee_short',
  /** Arrived after the quote window and is worth less than the fee now. */
  'fee_late',
  /** The fee is paid; the excess is owed back. */
  'fee_over',
] as const
export type FeeUnmatchedKind = (typeof FEE_UNMATCHED)[number]

/** Payments that the operator can assign. */
const ASSIGNABLE_UNMATCHED: readonly string[] = ['no_memo', 'unknown_memo', 'needs_review'] satisfies PaymentProblem[]

export function isAssignable(kind: string): boolean {
  return ASSIGNABLE_UNMATCHED.includes(kind)
}

/** Ways for a person to end a case without a payout: returned outside Quayside; or kept, to be reopened some day. */
export const CLOSED_BY_HAND = ['by_hand', 'kept'] as const
export type ClosedByHand = (typeof CLOSED_BY_HAND)[number]
export const UNMATCHED_ENDS = ['paid_back', ...CLOSED_BY_HAND] as const
export type UnmatchedEnding = (typeof UNMATCHED_ENDS)[number]

export type UnmatchedKind = FeeUnmatchedKind | PaymentProblem
export const UNMATCHED_KINDS: readonly UnmatchedKind[] = [...FEE_UNMATCHED, ...PAYMENT_PROBLEMS]
