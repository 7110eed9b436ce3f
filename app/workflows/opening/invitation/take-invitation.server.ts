import { storeEmailConfirmed } from '#app/db/accounts/users.server.ts'
import { findSomebody } from '#app/db/escrow/escrow-people.server.ts'
import { writeEvent } from '#app/db/kernel/audit.server.ts'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import { findInvitation } from '#app/db/opening/invitations.server.ts'
import { isOpenInvitation } from '#app/domain/escrow/invitation.ts'
import { isRefusal, type Refusal, refuse } from '#app/domain/kernel/refusal.ts'
import { changeRoleIn } from '#app/workflows/accounts/change-role.server.ts'
import type { Deps } from '#app/workflows/deps.ts'

/**
 * The one who was invited is signed in and holds the link: the two things that confirm an address (decision 030). An unused
 * buyer's account becomes a seller's with it. Refusals: link_dead, also for everybody else; role_is_used.
 */
export async function takeInvitation(
  deps: Deps,
  { token, userId }: { token: string; userId: string },
): Promise<{ transactionId: string } | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now()
    const invitation = await findInvitation(tx, token)
    const person = await findSomebody(tx, userId)
    if (invitation?.email !== person.email || !isOpenInvitation(invitation, invitation.escrow, at)) {
      return refuse('link_dead')
    }
    const changed = await changeRoleIn(tx, { userId, role: 'seller', at })
    if (isRefusal(changed)) return changed
    if (await storeEmailConfirmed(tx, { id: userId, at })) {
      await writeEvent(tx, { kind: 'email_confirmed', at, userId, detail: { by: 'invitation' } })
    }
    return { transactionId: invitation.escrow.transactionId }
  })
}
