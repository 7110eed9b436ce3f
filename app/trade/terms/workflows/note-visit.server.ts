import { lockEscrow } from '#app/escrow/db/escrows.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { endPauses, isVisitNews, storeVisit } from '#app/trade/terms/db/undelivered.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { windClock } from './wind-clock.server.ts'

/**
 * A party has the page of an escrow before it: that is notice of whose turn it is, and of what runs out (decision 109). Written down
 * once in each turn of the person's own. True: a deadline may be another one now.
 */
export async function noteVisit(deps: Deps, visit: { escrowId: string; userId: string }): Promise<boolean> {
  if (!(await isVisitNews(deps.db, visit))) return false
  await inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now()
    await lockEscrow(tx, visit.escrowId)
    await storeVisit(tx, { ...visit, at })
    await endPauses(tx, { ...visit, at })
    await windClock(tx, { escrowId: visit.escrowId, now: at })
  })
  return true
}
