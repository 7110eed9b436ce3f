/** The page behind an invitation link. Reading changes nothing: mail scanners open links, too. */
import { findAccountAt, findRoleUse } from '#app/accounts/db/users.server.ts'
import { type Stage, stageOf } from '#app/escrow/domain/escrow.ts'
import { type EscrowTexts, textsOf } from '#app/escrow/domain/escrow-terms.ts'
import { isOpenInvitation } from '#app/escrow/domain/invitation.ts'
import { type Person, permissionsOf } from '#app/escrow/domain/permissions.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { type InvitedCustody, showToInvited } from '#app/settlement/custody/domain/show-custody.ts'
import { findInvitation } from '#app/trade/opening/db/invitations.server.ts'

type Ask = { token: string; now: Date; viewer: Person | null }

/** What the link shows: no wallet, hash, document or ID, and no email address but the reader's own (decision 031). */
export type InvitedTrade = EscrowTexts & {
  /** The recipient of the invitation. */
  email: string
  buyerName: string
  isBuyerConfirmed: boolean
  amount: string
  currency: Asset
  isFunded: boolean
  custody: InvitedCustody
  /** What speaks against shipping now. Null: nothing. */
  halted: 'refund_requested' | 'disputed' | null
}

/**
 * `theirs`: the reader is the escrow's seller and is sent to it, even by an old link. `over`: the link shows nothing
 * any more. Otherwise the trade and the next step: the invited person has no account (`register`), is not signed in
 * (`login`), is signed in and confirms (`confirm`), changes the role of an unused account (`become`), or cannot
 * (`used`); someone else is signed in (`other`).
 */
export type Invitation =
  | { state: 'theirs'; transactionId: string }
  | { state: 'over' }
  | { state: 'register' | 'login' | 'confirm' | 'become' | 'used' | 'other'; trade: InvitedTrade }

export async function readInvitation(db: Database, { token, now, viewer }: Ask): Promise<Invitation> {
  const invitation = token === '' ? null : await findInvitation(db, token)
  if (!invitation) return { state: 'over' }
  const { escrow, email } = invitation
  const own = viewer && permissionsOf(escrow, viewer)
  if (own?.reader === 'seller' && own.sees.lookup) {
    return { state: 'theirs', transactionId: escrow.transactionId }
  }
  if (!isOpenInvitation(invitation, escrow, now)) return { state: 'over' }
  const trade: InvitedTrade = {
    email,
    buyerName: escrow.buyerName,
    isBuyerConfirmed: escrow.buyerHasConfirmedEmail,
    amount: plain(escrow.amount),
    currency: escrow.currency,
    ...textsOf(escrow),
    isFunded: escrow.verifiedAt !== null,
    custody: showToInvited(escrow),
    halted: haltedBy(stageOf(escrow.facts)),
  }
  return { state: await stateFor(db, { email, viewer }), trade }
}

function haltedBy(stage: Stage): InvitedTrade['halted'] {
  return stage === 'refund_requested' || stage === 'disputed' ? stage : null
}

async function stateFor(db: Database, { email, viewer }: { email: string; viewer: Ask['viewer'] }) {
  if (!viewer) return (await findAccountAt(db, email)) ? 'login' : 'register'
  if (viewer.email !== email) return 'other'
  if (viewer.role === 'seller') return 'confirm'
  const use = await findRoleUse(db, viewer.id)
  return use && !use.isUsed ? 'become' : 'used'
}
