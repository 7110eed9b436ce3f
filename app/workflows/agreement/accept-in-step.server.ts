import { storeAcceptance } from '#app/db/accounts/service-terms.server.ts'
import { bindSeller } from '#app/db/agreement/accepted-terms.server.ts'
import { lockEscrow, type StoredEscrow } from '#app/db/escrow/escrows.server.ts'
import type { Transaction } from '#app/db/kernel/client.server.ts'
import type { Refusal } from '#app/domain/kernel/refusal.ts'
import { refuseUnread } from '#app/workflows/accounts/terms/refuse-unread.server.ts'
import { sealInStep } from './seal-terms.server.ts'

type Accepting = { escrow: StoredEscrow; sellerId: string; seenSupplement: string | undefined; now: Date }

/**
 * The seller accepts terms as part of another act, and is bound by it; who has accepted them before accepts nothing new. On the locked
 * escrow, whose terms the form has shown. Refuses with terms_supplement_unread; nothing is written then.
 */
export async function acceptInStep(
  tx: Transaction,
  { escrow, sellerId, seenSupplement, now }: Accepting,
): Promise<Refusal | null> {
  const unread = await refuseUnread(tx, { userId: sellerId, seenSupplement })
  if (unread) return unread
  const { id: escrowId } = escrow
  if (escrow.sellerId === null) await bindSeller(tx, { escrowId, sellerId })
  await storeAcceptance(tx, { userId: sellerId, occasion: 'accepting', escrowId, at: now })
  await sealInStep(tx, { escrow: await lockEscrow(tx, escrowId), sellerId, now })
  return null
}
