import { findToken, spendToken } from '#app/accounts/db/account-tokens.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { findAddressee } from '#app/notices/db/addressees.server.ts'
import { findDeliveryFailure } from '#app/notices/db/mail-events.server.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'
import { hasEnoughEmails } from '#app/notices/workflows/unproven-mailboxes.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { issueAccountToken } from './issue-account-token.server.ts'
import { noteEmailConfirmed } from './note-email-confirmed.server.ts'

/**
 * Confirms the address that got the link. `userId`: whoever proved to own the account, by session or password: the
 * mailbox alone must not confirm an account that somebody else opened (decision 031). Idempotent. Refusal: link_dead.
 */
export async function confirmEmail(
  deps: Deps,
  { token, userId }: { token: string; userId: string },
): Promise<{ userId: string } | Refusal> {
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    const known = await findToken(tx, { token, purpose: 'confirm_email' })
    if (known?.user.id !== userId) return refuse('link_dead')
    if (known.usedAt) return { userId }
    if (known.expiresAt <= now) return refuse('link_dead')
    await spendToken(tx, { id: known.id, now })
    await noteEmailConfirmed(tx, { userId, now })
    return { userId }
  })
}

/**
 * Sends an email with a link again; older links stay valid. Does nothing when the address is confirmed and emails
 * arrive. `goOn`: a path of ours for afterwards. Refusal: letters_enough (decision 128).
 */
export async function resendConfirmation(
  deps: Deps,
  { userId, goOn = null }: { userId: string; goOn?: string | null },
): Promise<null | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const addressee = await findAddressee(tx, userId)
    if (addressee.emailConfirmedAt && !(await findDeliveryFailure(tx, addressee.email))) return null
    if (!addressee.emailConfirmedAt && (await hasEnoughEmails(tx, addressee.email))) return refuse('letters_enough')
    const tokenId = deps.newId()
    await issueAccountToken(deps, tx, { id: tokenId, userId, purpose: 'confirm_email' })
    await queueEmail(tx, {
      event: `confirm_email:${tokenId}`,
      to: { userId },
      content: { letter: 'confirm_email', tokenId, name: addressee.name, ...(goOn !== null && { goOn }) },
    })
    return null
  })
}
