import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { lockEscrow } from '#app/escrow/db/escrows.server.ts'
import { canNameSeller } from '#app/escrow/domain/escrow.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import type { Language } from '#app/kernel/domain/words/languages.ts'
import { findSentInvitation } from '#app/notices/db/emails-of-acts.server.ts'
import { INVITED_AGAIN_AFTER_MS } from '#app/notices/domain/email-limits.ts'
import { findEscrowsNamingSeller, storeSellerLanguage } from '#app/trade/opening/db/openings.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { inviteSeller } from './invite-seller.server.ts'

/** After a buyer confirms the address: invites the sellers named in the buyer's open escrows, once each. */
export async function inviteWaiting(deps: Deps, { userId }: { userId: string }): Promise<void> {
  for (const escrowId of await findEscrowsNamingSeller(deps.db, userId)) {
    await inTransaction(deps.db, (tx) => inviteOnceConfirmed(deps, tx, escrowId))
  }
}

/** Does nothing if the named seller was invited before, or if no named seller could confirm. */
export async function inviteOnceConfirmed(deps: Deps, tx: Transaction, escrowId: string): Promise<void> {
  const escrow = await lockEscrow(tx, escrowId)
  const { sellerEmail: email, buyerId } = escrow
  if (email === null || !escrow.buyerHasConfirmedEmail || !canNameSeller(escrow)) return
  const last = await findSentInvitation(tx, { escrowId, recipient: email })
  if (last && last.withheldFor === null) return
  const event = `escrow_opened:${escrowId}:once_confirmed`
  await inviteSeller(deps, tx, { event, email, buyerId, escrow: { ...escrow, isFunded: escrow.verifiedAt !== null } })
}

/**
 * Sends the named seller's invitation again in the given language, at most once an hour. Refusals: escrow_not_found,
 * seller_is_bound, invitation_unconfirmed (the buyer's own address), invited_lately, letters_limited.
 */
export async function inviteAgain(
  deps: Deps,
  again: { escrowId: string; buyerId: string; sellerLanguage?: Language | null },
): Promise<{ escrowId: string } | Refusal> {
  const { escrowId, buyerId } = again
  const seen = await findPermitted(deps.db, again, 'nameSeller')
  if (!seen || seen.escrow.sellerEmail === null) return refuse('escrow_not_found')
  return inTransaction(deps.db, async (tx) => {
    const escrow = await lockEscrow(tx, escrowId)
    const { sellerEmail: email } = escrow
    if (email === null || !canNameSeller(escrow)) return refuse('seller_is_bound')
    if (!escrow.buyerHasConfirmedEmail) return refuse('invitation_unconfirmed')
    const now = deps.clock.now()
    const last = await findSentInvitation(tx, { escrowId, recipient: email })
    const isLate =
      last && last.withheldFor === null && now.getTime() - last.createdAt.getTime() < INVITED_AGAIN_AFTER_MS
    if (isLate) return refuse('invited_lately')
    const { sellerLanguage = escrow.sellerLanguage } = again
    if (escrow.sellerLanguage !== sellerLanguage) await storeSellerLanguage(tx, { escrowId, sellerLanguage })
    const event = `escrow_opened:${escrowId}:${now.getTime()}`
    const about = { ...escrow, sellerLanguage, isFunded: escrow.verifiedAt !== null }
    const word = await inviteSeller(deps, tx, { event, email, buyerId, escrow: about })
    return word === 'limit' ? refuse('letters_limited') : { escrowId }
  })
}
