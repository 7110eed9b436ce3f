import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import type { Network } from '#app/kernel/domain/assets.ts'
import { countUnexplained } from '#app/settlement/payouts/db/outgoing.server.ts'
import {
  endUnexplainedStop,
  hasUnexplainedStop,
  openUnexplainedStop,
} from '#app/settlement/payouts/db/unexplained-stop.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** Stops a ledger's payouts, once; `reason` names what is unexplained. Queues a comparison of the books at once. */
export async function stopUnexplained(
  deps: Deps,
  tx: Transaction,
  stop: { network: Network; reason: string },
): Promise<void> {
  if (await hasUnexplainedStop(tx, stop.network)) return
  const at = deps.clock.now()
  if (!(await openUnexplainedStop(tx, { id: deps.newId(), at, ...stop }))) return
  await writeEvent(tx, { kind: 'outgoing_unexplained', at, detail: stop })
  await enqueue(tx, { name: 'reconcile', payload: {} })
  deps.log.error({ network: stop.network, cause: stop.reason }, 'payouts stopped')
}

/** Ends the stop when nothing is unexplained any more. `by` null: no operator ended it. */
export async function settleUnexplainedStop(
  deps: Deps,
  tx: Transaction,
  end: { network: Network; by: string | null; reason: string },
): Promise<boolean> {
  if ((await countUnexplained(tx, end.network)) > 0) return false
  const at = deps.clock.now()
  if (!(await endUnexplainedStop(tx, { ...end, at }))) return false
  const { network, by, reason } = end
  await writeEvent(tx, {
    kind: 'outgoing_all_explained',
    at,
    ...(by !== null && { userId: by }),
    detail: { network, reason },
  })
  return true
}
