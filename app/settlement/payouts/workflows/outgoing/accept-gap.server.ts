import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import { endGap } from '#app/settlement/payouts/db/outgoing.server.ts'
import { acceptNumbers } from '#app/settlement/payouts/db/outgoing-cursors.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { settleUnexplainedStop } from './stop-unexplained.server.ts'

/**
 * An operator has found out what used numbers that no transaction explains; payouts continue from the account's current
 * numbers. The caller has checked that `operatorId` is an operator. Refusals: outgoing_reason_required,
 * outgoing_explained (also for an unknown gap).
 */
export async function acceptGap(
  deps: Deps,
  accepted: { gapId: string; operatorId: string; reason: string },
): Promise<{ endedAt: Date } | Refusal> {
  const { gapId: id, operatorId: by, reason } = accepted
  if (reason === '') return refuse('outgoing_reason_required', { field: 'reason' })
  if (!looksLikeRowId(id)) return refuse('outgoing_explained')
  return inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now()
    const gap = await tx.outgoingGap.findUnique({ where: { id } })
    if (!gap || !(await endGap(tx, { id, by, reason, at }))) return refuse('outgoing_explained')
    const { network, account, sequence, tickets } = gap
    await acceptNumbers(tx, { network, account, sequence, tickets })
    await writeEvent(tx, {
      kind: 'outgoing_explained',
      at,
      userId: by,
      detail: { network, account, sequence, tickets, reason },
    })
    await settleUnexplainedStop(deps, tx, { network, by, reason })
    return { endedAt: at }
  })
}
