import { refuseUnread } from '#app/accounts/workflows/terms/refuse-unread.server.ts'
import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { fingerprintOf } from '#app/trade/terms/workflows/seal-terms.server.ts'

export type Seen = {
  /** `correctedAt` as the form showed it: an ISO string, empty if never corrected. Missing: the form showed none. */
  seenCorrection?: string | undefined
  /** Fingerprint of the terms that the form showed. Missing: it showed none. */
  seenTerms?: string | undefined
  /** Supplement of Quayside's terms that the form named. Missing: it named none. */
  seenSupplement?: string | undefined
}

/**
 * Refuses a confirmation of something else than the seller read, such as an amount lowered since. Null: unchanged.
 * Refusals: escrow_changed, terms_changed, terms_supplement_unread.
 */
export async function refuseUnseen(
  tx: Transaction,
  { before, sellerId, ...seen }: Seen & { before: StoredEscrow; sellerId: string },
): Promise<Refusal | null> {
  const { seenCorrection, seenTerms, seenSupplement } = seen
  if (seenCorrection !== undefined && seenCorrection !== (before.correctedAt?.toISOString() ?? '')) {
    return refuse('escrow_changed')
  }
  if (seenTerms !== undefined && seenTerms !== (await fingerprintOf(tx, { escrow: before, sellerId }))) {
    return refuse('terms_changed')
  }
  return refuseUnread(tx, { userId: sellerId, seenSupplement })
}
