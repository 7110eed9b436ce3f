/** What a payer can do next when a hash did not settle the fee (spec §8 says why; this says what now). */
import type { RefusalCode } from '#app/kernel/domain/refusal.ts'

export const CLAIM_ADVICE = [
  /** The ledger does not know the hash. */
  'notFound',
  /** It came to our account without a memo: nobody can tell whose it is. */
  'noMemo',
  /** It came to our account with another memo. */
  'otherMemo',
  /** It is the payer's and counted, and is not enough. */
  'short',
  /** It is the payer's and does not count; the page says why where it lists what arrived. */
  'uncounted',
  /** It made something that lies on the ledger for us, and comes when it is claimed. */
  'onLedger',
  /** It paid nothing to our account. */
  'elsewhere',
  /** The ledger gave no answer. */
  'unavailable',
  /** It has settled a fee. */
  'used',
] as const
export type ClaimAdvice = (typeof CLAIM_ADVICE)[number]

/** A payment of the shown transaction that reached our account, seen by the payer of a quote. */
export type ClaimedPayment = { memo: 'own' | 'none' | 'other'; counts: boolean }

/** Null where the sentence of the refusal says everything already. */
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
