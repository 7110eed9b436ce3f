import { endOtherTokens, findToken, spendToken } from '#app/accounts/db/account-tokens.server.ts'
import { deleteSessionsOf } from '#app/accounts/db/sessions.server.ts'
import { replacePasswordHash } from '#app/accounts/db/users.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { isLive, type TokenPurpose } from '#app/kernel/domain/account-token.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { checkNewPassword } from './check-new-password.server.ts'
import { clearOfStranger } from './clear-of-stranger.server.ts'
import { noteEmailConfirmed } from './note-email-confirmed.server.ts'

/**
 * Sets a new password by the link of an email, once; ends every session and notifies by email. It also confirms the
 * address: whoever followed the link has the mailbox. So the link that confirms an address can set a password too,
 * where somebody else may have chosen the old one. In an unconfirmed account, what a stranger left is removed.
 * Refusals: link_dead, password_too_short, password_too_long, password_too_common.
 */
export async function resetPassword(
  deps: Deps,
  reset: { token: string; password: string; purpose: TokenPurpose },
): Promise<{ email: string } | Refusal> {
  const known = await findToken(deps.db, { token: reset.token, purpose: reset.purpose })
  if (!known || !isLive(known, deps.clock.now())) return refuse('link_dead')
  const { user } = known
  const problem = await checkNewPassword(deps, { password: reset.password, owner: user })
  if (problem) return problem
  const hash = await deps.passwords.hash(reset.password)
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    if (!(await spendToken(tx, { id: known.id, now }))) return refuse('link_dead')
    await endOtherTokens(tx, { id: known.id, userId: user.id, purpose: reset.purpose })
    await replacePasswordHash(tx, { userId: user.id, hash })
    await deleteSessionsOf(tx, user.id)
    await writeEvent(tx, { kind: 'password_changed', at: now, userId: user.id })
    // Anybody may have typed the address and left in the account what keeps its owner out or takes the money.
    if (await noteEmailConfirmed(tx, { userId: user.id, now })) await clearOfStranger(deps, tx, { userId: user.id })
    await queueEmail(tx, {
      event: `password_changed:${known.id}`,
      to: { userId: user.id },
      content: { letter: 'password_changed', changedAt: now.toISOString() },
    })
    return { email: user.email }
  })
}
