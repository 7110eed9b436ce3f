import { findUserId } from '#app/accounts/db/users.server.ts'
import { normalizeEmail } from '#app/accounts/domain/email-address.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { findAddressee } from '#app/notices/db/addressees.server.ts'
import { countResetEmails } from '#app/notices/db/unproven-mailboxes.server.ts'
import { RESET_EMAILS } from '#app/notices/domain/email-limits.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { issueAccountToken } from './issue-account-token.server.ts'

type Asked = {
  email: string
  /** The page that asked for signing in, a path of ours: the email's link keeps it. */
  goOn?: string | null
}

/** Queues a password reset. Only the worker looks up the account, so all addresses take the same time. */
export async function askForPasswordReset(deps: Deps, { email, goOn = null }: Asked): Promise<void> {
  const payload = { tokenId: deps.newId(), email: normalizeEmail(email), ...(goOn !== null && { goOn }) }
  await inTransaction(deps.db, (tx) => enqueue(tx, { name: 'write_password_reset', payload }))
}

/**
 * Writes the email with the link when the address has an account. Idempotent. Writes none while recent ones still hold
 * a valid link (RESET_EMAILS): endless requests fill no mailbox and lock nobody out.
 */
export async function writePasswordReset(deps: Deps, asked: Asked & { tokenId: string }): Promise<void> {
  const { tokenId, goOn } = asked
  await inTransaction(deps.db, async (tx) => {
    const userId = await findUserId(tx, asked.email)
    if (userId === null) return
    const isConfirmed = (await findAddressee(tx, userId)).emailConfirmedAt !== null
    const { letters, withinMs } = RESET_EMAILS[isConfirmed ? 'confirmed' : 'unproven']
    if ((await countResetEmails(tx, { email: asked.email, isConfirmed, withinMs })) >= letters) return
    const letterId = await queueEmail(tx, {
      event: `password_reset:${tokenId}`,
      to: { userId },
      content: { letter: 'password_reset', tokenId, ...(goOn && { goOn }) },
    })
    // A repeated job must not bring back a link that a newer one replaced.
    if (letterId !== null) await issueAccountToken(deps, tx, { id: tokenId, userId, purpose: 'reset_password' })
  })
}
