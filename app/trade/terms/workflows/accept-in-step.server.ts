import { storeTermsAcceptance } from '#app/accounts/db/service-terms.server.ts'
import { refuseUnread } from '#app/accounts/workflows/terms/refuse-unread.server.ts'
import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import type { Refusal } from '#app/kernel/domain/refusal.ts'
import { bindSeller } from '#app/trade/terms/db/accepted-terms.server.ts'
import { sealInStep } from './seal-terms.server.ts'

type Accepting = { escrow: StoredEscrow; sellerId: string; seenSupplement: string | undefined; now: Date }

/**
 * The seller accepts the terms in another act, and is bound; accepting again changes nothing. Call it with the escrow
 * locked, after the form has shown its terms. Refuses with terms_supplement_unread; then nothing is stored.
 */
export async function acceptInStep(
  tx: Transaction,
  { escrow, sellerId, seenSupplement, now }: Accepting,
): Promise<Refusal | null> {
  const unread = await refuseUnread(tx, { userId: sellerId, seenSupplement })
  if (unread) return unread
  const { id: escrowId } = escrow
  if (escrow.sellerId === null) await bindSeller(tx, { escrowId, sellerId })
  await storeTermsAcceptance(tx, { userId: sellerId, occasion: 'accepting', escrowId, at: now })
  await sealInStep(tx, { escrow: await lockEscrow(tx, escrowId), sellerId, now })
  return null
}
