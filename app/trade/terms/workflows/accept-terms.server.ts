import { storeTermsAcceptance } from '#app/accounts/db/service-terms.server.ts'
import { refuseUnread } from '#app/accounts/workflows/terms/refuse-unread.server.ts'
import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { canConfirm } from '#app/escrow/domain/escrow.ts'
import { sideFor } from '#app/escrow/domain/permissions.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { bindSeller, findAcceptedTerms, findSheet } from '#app/trade/terms/db/accepted-terms.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { notifyOfTerms } from './notify-of-terms.server.ts'
import { sealTerms } from './seal-terms.server.ts'

/** `seen`: fingerprint of the sheet that the form showed; `seenSupplement`: which of Quayside's terms it named. */
export type Accepting = { escrowId: string; sellerId: string; seen: string; seenSupplement?: string | undefined }

/**
 * The seller accepts the buyer's terms before shipping, and is bound as by confirming: the buyer can no longer correct
 * the escrow or name another seller. Also accepts Quayside's terms. Refusals: escrow_not_found, in_dispute,
 * escrow_settled, terms_accepted_before, terms_changed (another sheet than the one that was read),
 * terms_supplement_unread.
 */
export async function acceptTerms(
  deps: Deps,
  { escrowId, sellerId, seen, seenSupplement }: Accepting,
): Promise<StoredEscrow | Refusal> {
  const found = await findPermitted(deps.db, { escrowId, sellerId }, 'confirm')
  if (!found) return refuse('escrow_not_found')
  return inTransaction(deps.db, async (tx) => {
    const before = await lockEscrow(tx, escrowId)
    if (!sideFor(before, found.person, 'confirm')) return refuse('escrow_not_found')
    const accepted = await findAcceptedTerms(tx, escrowId)
    // Idempotent: the same form was sent twice.
    if (accepted.some(({ sha256, acceptedById }) => sha256 === seen && acceptedById === sellerId)) return before
    if (accepted.length > 0) return refuse('terms_accepted_before')
    if (before.dispute) return refuse('in_dispute')
    if (!canConfirm(before.facts)) return refuse('escrow_settled')
    if ((await findSheet(tx, { escrow: before, sellerId })).sha256 !== seen) return refuse('terms_changed')
    const unread = await refuseUnread(tx, { userId: sellerId, seenSupplement })
    if (unread) return unread
    const now = deps.clock.now()
    if (before.sellerId === null) await bindSeller(tx, { escrowId, sellerId })
    await storeTermsAcceptance(tx, { userId: sellerId, occasion: 'accepting', escrowId, at: now })
    await enqueue(tx, { name: 'screen_person', payload: { userId: sellerId } })
    const escrow = await lockEscrow(tx, escrowId)
    const detail = await sealTerms(tx, { escrow, sellerId, by: sellerId, now })
    await writeEvent(tx, { kind: 'terms_accepted', at: now, escrowId, userId: sellerId, detail })
    await notifyOfTerms(tx, { escrow, moment: 'accepted', from: sellerId, to: 'buyer', words: '', event: '1', now })
    return escrow
  })
}
