/** A worker's round for one payout's ledger, at a moment chosen by the test. */

import { vi } from 'vitest'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import type { Network } from '#app/kernel/domain/assets.ts'
import { endPayoutLease, takePayoutLease } from '#app/settlement/payouts/db/payout-lease.server.ts'
import { findSlotsOfPayouts } from '#app/settlement/payouts/db/payouts.server.ts'
import { dispatchPayouts } from '#app/settlement/payouts/workflows/dispatch-payouts.server.ts'
import { followOwn, makeSlots } from '#app/settlement/payouts/workflows/make-slots.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'
import type { World } from '#tests/support/world/world.ts'

/** Makes the payout due, as if last checked an hour ago, also if it waits for a wallet or for money. */
async function neglect(deps: WorkerDeps, payoutId: string) {
  const data = { updatedAt: new Date(Date.now() - 3_600_000), nextTryAt: null, failures: 0 }
  return deps.db.transfer.update({ where: { id: payoutId }, data, select: { network: true } })
}

export async function runRound(deps: WorkerDeps, { payoutId }: { payoutId: string }): Promise<Date | null> {
  const { network } = await neglect(deps, payoutId)
  return dispatchPayouts(deps, { network })
}

/** Runs rounds until one reached the ledger: a machine that stalls for seconds makes it look unavailable. */
export async function runAnsweredRound(deps: WorkerDeps, { payoutId }: { payoutId: string }): Promise<void> {
  await vi.waitUntil(
    async () => {
      await runRound(deps, { payoutId })
      const { waitsFor } = await deps.db.transfer.findUniqueOrThrow({
        where: { id: payoutId },
        select: { waitsFor: true },
      })
      return waitsFor !== 'ledger'
    },
    { timeout: PATIENCE_MS },
  )
}

/** Enqueues a round, as the sweep does. */
export async function askForRound(deps: WorkerDeps, { payoutId }: { payoutId: string }): Promise<void> {
  const { network } = await neglect(deps, payoutId)
  await inTransaction(deps.db, (tx) => enqueue(tx, { name: 'dispatch_payouts', payload: { network } }))
}

/** Returns a slot without a payout, and makes one first if needed: the worker makes them only for waiting payouts. */
export async function slotOf({ deps }: World, network: Network): Promise<string> {
  const treasury = deps.treasuries[network]
  const of = { network, paidFrom: 'client', source: treasury.source } as const
  const findTaken = (lanes: readonly string[]) => findSlotsOfPayouts(deps.db, { ...of, lanes })
  const find = async () => (await treasury.findLanes({ wanted: 1, findTaken }))[0]
  if ((await find()) === undefined) {
    const lease = await takePayoutLease(deps.db, { network, holder: 'the test', seconds: 60 })
    if (lease === null) throw new Error('a worker holds the lease')
    await makeSlots(deps, { owner: treasury, lease, count: 1 })
    await endPayoutLease(deps.db, lease)
    await vi.waitUntil(async () => (await followOwn(deps, { owner: treasury, maySend: true })) === 'none', {
      timeout: PATIENCE_MS,
    })
  }
  const lane = await find()
  if (lane === undefined) throw new Error(`no lane was made on ${network}`)
  return lane
}
