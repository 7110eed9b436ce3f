import { findUserId } from '#app/accounts/db/users.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/**
 * Notifies the owner of an account that somebody tried to use its normalized address for another one: probing for
 * accounts is noticed. One email a day, however often it is tried.
 */
export async function notifyOwnerOfAccount(deps: Deps, tx: Transaction, email: string): Promise<void> {
  const userId = await findUserId(tx, email)
  if (userId === null) return
  const day = deps.clock.now().toISOString().slice(0, 10)
  await queueEmail(tx, {
    event: `account_exists:${userId}:${day}`,
    to: { userId },
    content: { letter: 'account_exists' },
  })
}
