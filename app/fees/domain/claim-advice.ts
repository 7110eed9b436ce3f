/** Decides what a payer can do next when a hash did not settle the fee. The sentences of spec §8 say why it did not. */
import type { RefusalCode } from '#app/kernel/domain/refusal.ts'

export const CLAIM_ADVICE = [
  /** The ledger does not know the hash. */
  'notFound',
  /** It came to our account without a memo, so its payer is unknown. */
  'noMemo',
  /** It came to our account with another memo. */
  'otherMemo',
  /** It is the payer's and counts, but is not enough. */
  'short',
  /** It is the payer's and does not count; the page says why in its list of what arrived. */
  'uncounted',
  /** It made something on the ledger that we have yet to claim. */
  'onLedger',
  /** It paid nothing to our account. */
  'elsewhere',
  /** The ledger gave no answer. */
  'unavailable',
  'used',
] as const
export type ClaimAdvice = (typeof CLAIM_ADVICE)[number]

/** A payment of the claimed transaction to our account, as the payer of a quote sees it. */
export type ClaimedPayment = { memo: 'own' | 'none' | 'other'; counts: boolean }

/** Null: the refusal's sentence says everything already. */
export function adviseOnClaim(
  refused: RefusalCode,
  { payments, isOnLedger }: { payments: readonly ClaimedPayment[]; isOnLedger: boolean },
): ClaimAdvice | null {
  if (isOnLedger && payments.length === 0) return 'onLedger'
  switch (refused) {
    case 'stellar_not_found':
    case 'xrp_not_found':
      return 'notFound'
    case 'stellar_unavailable':
    case 'xrp_unavailable':
      return 'unavailable'
    case 'hash_used':
      return 'used'
    case 'memo_mismatch':
    case 'payment_mismatch':
    case 'xrp_mismatch':
      return adviseOnMismatch(payments)
    default:
      return null
  }
}

function adviseOnMismatch(payments: readonly ClaimedPayment[]): ClaimAdvice {
  const own = payments.filter(({ memo }) => memo === 'own')
  if (own.length > 0) return own.some(({ counts }) => counts) ? 'short' : 'uncounted'
  if (payments.some(({ memo }) => memo === 'none')) return 'noMemo'
  return payments.length > 0 ? 'otherMemo' : 'elsewhere'
}
