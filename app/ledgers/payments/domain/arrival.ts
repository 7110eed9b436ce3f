/** What a payment to one of our accounts is for, or why it does not count by itself. */
import type { Asset } from '#app/kernel/domain/assets.ts'
import { looksLikeReference } from '#app/ledgers/references/domain/reference.ts'

export const PAYMENT_PROBLEMS = [
  /** Arrived in a way that a person must check. */
  'needs_review',
  'no_memo',
  /** The memo is not a reference that somebody has (yet). */
  'unknown_memo',
  /** The reference is known, but another asset was asked for. */
  'wrong_asset',
  /** The reference is known, but another platform account was to be paid, or none: an on-chain escrow. */
  'wrong_account',
  /** The operator ended the quote and returned what had arrived. */
  'quote_closed',
  /** An earlier payment settled the payer's fee. */
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
 * Whether a payment counts for what has its reference (`target`; null: nothing has it; its account is null when no
 * account of ours is to be paid). Null: it counts.
 */
export function problemOf(
  payment: { asset: Asset | null; to: string; memo: string | null; needsReview: boolean },
  target: { asset: Asset; account: string | null } | null,
): PaymentProblem | null {
  if (payment.memo === null) return 'no_memo'
  // Before all that may change: it must not count either if the reference is given out later.
  if (payment.needsReview) return 'needs_review'
  if (!target) return 'unknown_memo'
  if (payment.asset !== target.asset) return 'wrong_asset'
  return payment.to === target.account ? null : 'wrong_account'
}
