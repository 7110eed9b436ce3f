import { deleteFactorSince } from '#app/accounts/db/second-factors.server.ts'
import { forgetSavedWallets } from '#app/accounts/db/users.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/**
 * Removes what others left, when the owner of the mailbox takes the account over (decision 099): a second factor would
 * keep the owner out, and a saved wallet would pass as the owner's. `since`: when somebody else is known to have had
 * it; null: ever. Sessions and password are the caller's. Notifies by email of a removed confirmed factor.
 */
export async function clearOfStranger(
  deps: Deps,
  tx: Transaction,
  { userId, since = null }: { userId: string; since?: Date | null },
): Promise<void> {
  await forgetSavedWallets(tx, userId)
  if (!(await deleteFactorSince(tx, { userId, since }))) return
  const at = deps.clock.now()
  await writeEvent(tx, { kind: 'second_factor_off', at, userId, detail: { by: 'mailbox' } })
  await queueEmail(tx, {
    event: `second_factor_off:${deps.newId()}`,
    to: { userId },
    content: { letter: 'account_secured', what: 'second_factor_off', at: at.toISOString() },
  })
}
