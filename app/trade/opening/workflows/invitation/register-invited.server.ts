import { type Registration, registerUser } from '#app/accounts/workflows/register-user.server.ts'
import { isOpenInvitation } from '#app/escrow/domain/invitation.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { findInvitation } from '#app/trade/opening/db/invitations.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/**
 * Opens the seller's account of an invitation, at the invited address whatever the form says. The address counts as
 * confirmed: the holder of the link has read its mailbox and chooses the password in the same step
 * (decision 031). Refusals: link_dead, and those of registerUser.
 */
export async function registerInvited(
  deps: Deps,
  { token, ...person }: { token: string } & Pick<Registration, 'name' | 'password' | 'locale' | 'about'>,
): Promise<{ userId: string; email: string; transactionId: string } | Refusal> {
  const invitation = await findInvitation(deps.db, token)
  if (!invitation || !isOpenInvitation(invitation, invitation.escrow, deps.clock.now())) return refuse('link_dead')
  const { email } = invitation
  const { transactionId } = invitation.escrow
  const invited = { email, role: 'seller', isPilot: false, invitedTo: { transactionId } } as const
  const registered = await registerUser(deps, { ...person, ...invited })
  return isRefusal(registered) ? registered : { userId: registered.userId, email, transactionId }
}
