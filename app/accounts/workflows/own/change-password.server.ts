import { endLinksOf } from '#app/accounts/db/account-tokens.server.ts'
import { deleteOtherSessions } from '#app/accounts/db/sessions.server.ts'
import { replacePasswordHash } from '#app/accounts/db/users.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { checkNewPassword } from '../check-new-password.server.ts'
import { provePassword } from './prove-password.server.ts'

type Change = {
  userId: string
  current: string
  password: string
  /** The session that asks, which goes on. */
  session: string
}

/**
 * Changes the password of somebody who knows it. Ends every other session and the links that set a password, and
 * notifies by email. Refusals: password_wrong of the field `current`; password_same, password_too_short,
 * password_too_long, password_too_common.
 */
export async function changePassword(deps: Deps, change: Change): Promise<null | Refusal> {
  const { userId, current, password, session } = change
  const owner = await provePassword(deps, { userId, password: current })
  if (isRefusal(owner)) return refuse('password_wrong', { field: 'current' })
  if (password === current) return refuse('password_same', { field: 'password' })
  const problem = await checkNewPassword(deps, { password, owner })
  if (problem) return problem
  const hash = await deps.passwords.hash(password)
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await replacePasswordHash(tx, { userId, hash })
    await endLinksOf(tx, userId)
    await deleteOtherSessions(tx, { userId, token: session })
    await writeEvent(tx, { kind: 'password_changed', at: now, userId })
    await queueEmail(tx, {
      event: `password_changed:${deps.newId()}`,
      to: { userId },
      content: { letter: 'password_changed', changedAt: now.toISOString() },
    })
  })
  return null
}
