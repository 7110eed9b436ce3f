/** What a payment that reached one of our accounts is for, or why it does not count by itself. */
import type { Asset } from '#app/kernel/domain/assets.ts'
import { looksLikeReference } from '#app/ledgers/references/domain/reference.ts'

export const PAYMENT_PROBLEMS = [
  /** Came in a way that a person must look at. */
  'needs_review',
  'no_memo',
  /** The memo is nobody's reference, or nobody's yet. */
  'unknown_memo',
  /** The reference is known, but another asset was asked for. */
  'wrong_asset',
  /** The reference is known, but the other platform account was to be paid, or none: the ledger itself holds that escrow. */
  'wrong_account',
  /** The quote was ended by the operator, who gave back what had arrived. */
  'quote_closed',
  /** The payer's fee was settled by an earlier payment. */
  'already_paid',
  /** This transaction has settled somebody's fee already. */
  'hash_used',
] as const
export type PaymentProblem = (typeof PAYMENT_PROBLEMS)[number]

/** The reference that a memo holds, or null. */
export function referenceIn(memo: string | null): number | null {
  return memo !== null && looksLikeReference(memo) ? Number(memo) : null
}

/**
 * Does a payment count for what its reference belongs to (`target`, null when nobody has it; its account null when no account of ours is
 * to be paid for it)? Null: it counts.
 */
export function problemOf(
  payment: { asset: Asset | null; to: string; memo: string | null; needsReview: boolean },
  target: { asset: Asset; account: string | null } | null,
): PaymentProblem | null {
  if (payment.memo === null) return 'no_memo'
  // Before all that may change: who comes to have the reference later must not count it either.
  if (payment.needsReview) return 'needs_review'
  if (!target) return 'unknown_memo'
  if (payment.asset !== target.asset) return 'wrong_asset'
  return payment.to === target.account ? null : 'wrong_account'
}
