import { lockEscrow } from '#app/escrow/db/escrows.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { endPauses, isVisitNews, storeVisit } from '#app/trade/terms/db/undelivered.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { scheduleDeadline } from './schedule-deadline.server.ts'

/**
 * Records that a party has opened the page of an escrow: this is notice of what is awaited and until when (decision
 * 109). Stored once in each of the person's steps. True: a deadline may have changed.
 */
export async function noteVisit(deps: Deps, visit: { escrowId: string; userId: string }): Promise<boolean> {
  if (!(await isVisitNews(deps.db, visit))) return false
  await inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now()
    await lockEscrow(tx, visit.escrowId)
    await storeVisit(tx, { ...visit, at })
    await endPauses(tx, { ...visit, at })
    await scheduleDeadline(tx, { escrowId: visit.escrowId, now: at })
  })
  return true
}
