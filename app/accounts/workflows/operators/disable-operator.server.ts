import { countOperators, endEveryWayIn, lockAccountAt, setOperator } from '#app/accounts/db/operators.server.ts'
import { replacePasswordHash } from '#app/accounts/db/users.server.ts'
import { normalizeEmail } from '#app/accounts/domain/email-address.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/**
 * Takes the operator's role from an account, as the command asks: ends every session, password and link. What the
 * operator did stays on record. Returns how many operators are left; `none`: the account is no operator's.
 */
export async function disableOperator(
  deps: Deps,
  { email, reason }: { email: string; reason: string },
): Promise<{ left: number } | 'none'> {
  const unknownHash = await deps.passwords.hash(Buffer.from(deps.random(32)).toString('base64url'))
  return inTransaction(deps.db, async (tx) => {
    const known = await lockAccountAt(tx, normalizeEmail(email))
    if (known?.role !== 'admin') return 'none'
    const userId = known.id
    await setOperator(tx, { userId, isOne: false })
    await replacePasswordHash(tx, { userId, hash: unknownHash })
    await endEveryWayIn(tx, userId)
    await writeEvent(tx, { kind: 'operator_disabled', at: deps.clock.now(), userId, detail: { by: 'command', reason } })
    return { left: await countOperators(tx) }
  })
}
