import { findInvitation } from '#app/db/opening/invitations.server.ts'
import { isOpenInvitation } from '#app/domain/escrow/invitation.ts'
import { isRefusal, type Refusal, refuse } from '#app/domain/kernel/refusal.ts'
import { type Registration, registerUser } from '#app/workflows/accounts/register-user.server.ts'
import type { Deps } from '#app/workflows/deps.ts'

/**
 * Opens the seller account to which an invitation leads. Its address is the invitation's, whatever a form says, and is
 * confirmed: whoever holds the link has read the mailbox and chooses the password in one act (decisions 030 and 031).
 * Refusals: link_dead, and those of registerUser.
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
