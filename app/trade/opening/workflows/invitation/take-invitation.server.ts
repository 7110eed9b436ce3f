import { storeEmailConfirmed } from '#app/accounts/db/users.server.ts'
import { changeRoleIn } from '#app/accounts/workflows/change-role.server.ts'
import { findSomebody } from '#app/escrow/db/escrow-people.server.ts'
import { isOpenInvitation } from '#app/escrow/domain/invitation.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { findInvitation } from '#app/trade/opening/db/invitations.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/**
 * The invited person is signed in and holds the link, which together confirm the address (decision 031). An unused
 * buyer's account becomes a seller's. Refusals: link_dead (also for everybody else), role_is_used.
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
