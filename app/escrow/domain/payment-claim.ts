/** Decides what a hash is that a buyer claims as the payment of an escrow (product.md §3, manual mode). */
import type { Asset, Network } from '#app/kernel/domain/assets.ts'
import type { RefusalCode } from '#app/kernel/domain/refusal.ts'
import type { PaymentProblem } from '#app/ledgers/payments/domain/arrival.ts'

export const CLAIM_VERDICTS = [
  /** It counts for this escrow. */
  'counted',
  /** It came when nothing more was due: it is owed back. */
  'late',
  /** It counts for something else. */
  'used',
  'not_found',
  'no_memo',
  'other_memo',
  'other_asset',
  /** It carries the escrow's reference and went to another account of ours. */
  'wrong_account',
  'needs_review',
  /** It failed on the ledger: nothing moved. */
  'failed',
  /** It created an amount for us that arrives when it is claimed. */
  'on_ledger',
  /** It paid no account of ours. */
  'elsewhere',
] as const
export type ClaimVerdict = (typeof CLAIM_VERDICTS)[number]

/** A payment of the claimed transaction that reached an account of ours. */
export type ClaimArrival = {
  escrowId: string | null
  feeQuoteId: string | null
  problem: string | null
  memo: string | null
  at: Date
}

export type ClaimAgainst = {
  escrow: { id: string; reference: number; cancelledAt: Date | null; paidAt: Date | null; realTxId: string | null }
  /** The transaction on the ledger; null when the ledger does not know it. */
  transaction: { successful: boolean; outerHash: string; memo: string | null } | null
  arrivals: readonly ClaimArrival[]
  /** It created an amount for us that is still unclaimed. */
  isOnLedger: boolean
}

/**
 * Decides in the order of product.md §5: used already, found, memo, then destination, asset and amount. A part payment
 * counts. Two escrows may claim the same hash: only what counts uses it up.
 */
export function judgeClaim({ escrow, transaction, arrivals, isOnLedger }: ClaimAgainst): ClaimVerdict {
  const own = arrivals.filter(({ escrowId }) => escrowId === escrow.id)
  const counted = own.find(({ problem }) => problem === null)
  if (counted) return isLate(escrow, { at: counted.at, hash: transaction?.outerHash ?? null }) ? 'late' : 'counted'
  if (arrivals.some((payment) => payment.problem === null && isForSomething(payment))) return 'used'
  if (arrivals.length === 0) {
    if (isOnLedger) return 'on_ledger'
    if (!transaction) return 'not_found'
    return transaction.successful ? 'elsewhere' : 'failed'
  }
  const marked = [...own, ...arrivals].find(({ memo }) => memo === String(escrow.reference))
  if (marked) return VERDICT_OF[marked.problem as PaymentProblem] ?? 'needs_review'
  return arrivals.every(({ memo }) => memo === null) ? 'no_memo' : 'other_memo'
}

function isForSomething({ escrowId, feeQuoteId }: ClaimArrival): boolean {
  return escrowId !== null || feeQuoteId !== null
}

function isLate(escrow: ClaimAgainst['escrow'], payment: { at: Date; hash: string | null }): boolean {
  if (escrow.cancelledAt) return true
  return escrow.paidAt !== null && payment.hash !== escrow.realTxId && payment.at > escrow.paidAt
}

/** For a payment that carries the escrow's own reference but does not count. */
const VERDICT_OF: Partial<Record<PaymentProblem, ClaimVerdict>> = {
  wrong_asset: 'other_asset',
  wrong_account: 'wrong_account',
  // Its case ended before the escrow was opened: what was returned no longer counts.
  unknown_memo: 'used',
}

export type PaymentClaim = {
  hash: string
  statedAt: string
  /** Null while the ledger is polled. */
  verdict: ClaimVerdict | null
  /** The transaction's memo; null: none. */
  memo: string | null
  /** What arrived without a memo and waits for a person, as public on the ledger; null otherwise. */
  found: { amount: string; asset: Asset } | null
  /** A person has closed the payment's case, and it counts for nothing. */
  isDecided: boolean
}

/** The refusal of spec §8 for a verdict; null when nothing is wrong with the payment. */
export function refusalOfClaim(
  verdict: ClaimVerdict,
  about: { network: Network; isOwnMemo: boolean },
): RefusalCode | null {
  const onStellar = about.network === 'stellar'
  switch (verdict) {
    case 'counted':
    case 'late':
    case 'on_ledger':
      return null
    case 'used':
      return 'hash_used'
    case 'not_found':
      return onStellar ? 'stellar_not_found' : 'xrp_not_found'
    case 'no_memo':
    case 'other_memo':
      return onStellar ? 'memo_mismatch' : 'xrp_mismatch'
    case 'failed':
    case 'elsewhere':
      // The memo is checked before the destination.
      if (!onStellar) return 'xrp_mismatch'
      return about.isOwnMemo ? 'payment_mismatch' : 'memo_mismatch'
    case 'other_asset':
    case 'wrong_account':
    case 'needs_review':
      return onStellar ? 'payment_mismatch' : 'xrp_mismatch'
  }
}
