import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { NETWORKS, type Network } from '#app/kernel/domain/assets.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import {
  beginSwitchStop,
  endStop,
  findOpenStops,
  markResumed,
  markStopped,
} from '#app/settlement/payouts/db/payout-stops.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

type Tools = Pick<Deps, 'db' | 'clock'>
/** The ledgers that changed; none when somebody was faster. */
type Changed = { networks: Network[] }

/**
 * Stops the payouts of these ledgers: nothing more is signed there (trigger); what is signed still arrives. A stopped
 * ledger keeps its stop. The caller has checked that `operatorId` is an operator. Refusal: stop_reason_required.
 */
export async function stopPayouts(
  tools: Tools,
  stop: { networks: readonly Network[]; operatorId: string; reason: string },
): Promise<Changed | Refusal> {
  const { operatorId: by, reason } = stop
  if (reason === '') return refuse('stop_reason_required', { field: 'reason' })
  const networks = await inTransaction(tools.db, async (tx) => {
    const at = tools.clock.now()
    const stopped: Network[] = []
    // Always in the same order, so that two operators who stop both ledgers do not deadlock.
    for (const network of NETWORKS.filter((known) => stop.networks.includes(known))) {
      if (!(await beginSwitchStop(tx, { network, reason, by, at }))) continue
      await writeEvent(tx, { kind: 'payouts_stopped', at, userId: by, detail: { network, reason } })
      stopped.push(network)
    }
    return stopped
  })
  // After the commit: a locked payout must not delay the stop.
  if (networks.length > 0) await inTransaction(tools.db, (tx) => markStopped(tx, networks))
  return { networks }
}

/**
 * Ends stops: of the switch, and of the books once the difference is explained. Payouts continue where no other stop is
 * open. Ends only the stops that the operator read, by id, and none that began since. The caller has checked that
 * `operatorId` is an operator. Refusals: resume_reason_required; stop_ends_by_itself (unexplained transactions).
 */
export async function resumePayouts(
  tools: Tools,
  resumed: { stopIds: readonly string[]; operatorId: string; reason: string },
): Promise<Changed | Refusal> {
  const { operatorId: by, reason } = resumed
  if (reason === '') return refuse('resume_reason_required', { field: 'reason' })
  const ids = resumed.stopIds.filter(looksLikeRowId).map((id) => id.toLowerCase())
  const open = await findOpenStops(tools.db)
  if (open.some(({ id, cause }) => ids.includes(id) && cause === 'unexplained')) return refuse('stop_ends_by_itself')
  const networks = await inTransaction(tools.db, async (tx) => {
    const at = tools.clock.now()
    const freed: Network[] = []
    for (const id of ids.toSorted()) {
      const ended = await endStop(tx, { id, causes: ['switch', 'books'], reason, by, at })
      if (!ended) continue
      const { network, cause, reason: stoppedFor } = ended
      await writeEvent(tx, { kind: 'payouts_resumed', at, userId: by, detail: { network, cause, stoppedFor, reason } })
      await enqueue(tx, { name: 'dispatch_payouts', payload: { network } })
      freed.push(network)
    }
    return freed
  })
  if (networks.length > 0) await inTransaction(tools.db, (tx) => markResumed(tx, networks))
  return { networks }
}
