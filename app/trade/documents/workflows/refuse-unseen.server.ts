import { refuseUnread } from '#app/accounts/workflows/terms/refuse-unread.server.ts'
import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { fingerprintOf } from '#app/trade/terms/workflows/seal-terms.server.ts'

export type Seen = {
  /** When the escrow was last corrected, as the form showed it: an ISO string, empty for never. Left out by a form that showed none. */
  seenCorrection?: string | undefined
  /** The fingerprint of the terms that the form showed. Left out by a form that showed none. */
  seenTerms?: string | undefined
  /** The supplement of Quayside's terms that the form named. Left out by a form that named none. */
  seenSupplement?: string | undefined
}

/**
 * What is confirmed is what the seller has read: not an amount that the buyer has lowered since. Null: it is. Refusals:
 * escrow_changed, terms_changed, terms_supplement_unread.
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
