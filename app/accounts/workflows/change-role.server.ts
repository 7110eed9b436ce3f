import { lockRoleUse, storeRole } from '#app/accounts/db/users.server.ts'
import type { TradeRole } from '#app/accounts/domain/access.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import type { Deps } from '#app/workflow-deps.ts'

type Change = { userId: string; role: TradeRole }

/**
 * Changes a buyer into a seller, or a seller into a buyer, while the account has done nothing in its role
 * (decision 031): somebody registered on the wrong side. Idempotent. Refusal: role_is_used.
 */
export async function changeRole(deps: Deps, change: Change): Promise<Change | Refusal> {
  return inTransaction(deps.db, (tx) => changeRoleIn(tx, { ...change, at: deps.clock.now() }))
}

/** The same inside a transaction. */
export async function changeRoleIn(tx: Transaction, change: Change & { at: Date }): Promise<Change | Refusal> {
  const { userId, role, at } = change
  const known = await lockRoleUse(tx, userId)
  if (known?.role === role) return { userId, role }
  if (!known || known.isUsed) return refuse('role_is_used')
  await storeRole(tx, { userId, role })
  await writeEvent(tx, { kind: 'role_changed', at, userId, detail: { from: known.role, to: role } })
  return { userId, role }
}
