import type { Network } from '#app/kernel/domain/assets.ts'
import { causeOf } from '#app/kernel/domain/cause.ts'
import {
  endPayoutLease,
  type PayoutLease,
  renewPayoutLease,
  takePayoutLease,
} from '#app/settlement/payouts/db/payout-lease.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'

/** When another worker continues the work of one that was killed, frozen or cut off (worker/heartbeat.ts). */
const LEASE_SECONDS = 8
const RENEW_MS = 2_000

/**
 * Runs `work` as the one process that may sign on this ledger. 'busy': another one is. The lease is renewed meanwhile;
 * if it ends all the same, the database refuses what is signed under it.
 */
export async function withPayoutLease<Result>(
  deps: WorkerDeps,
  network: Network,
  work: (lease: PayoutLease) => Promise<Result>,
): Promise<Result | 'busy'> {
  const lease = await takePayoutLease(deps.db, { network, holder: deps.newId(), seconds: LEASE_SECONDS })
  if (lease === null) return 'busy'
  const renewing = setInterval(() => {
    renewPayoutLease(deps.db, lease, LEASE_SECONDS).catch((error: unknown) =>
      deps.log.warn({ network, cause: causeOf(error) }, 'payout lease renewal failed'),
    )
  }, RENEW_MS)
  try {
    return await work(lease)
  } finally {
    clearInterval(renewing)
    // A lease that is not returned ends by itself, and the result of the work counts more.
    await endPayoutLease(deps.db, lease).catch((error: unknown) =>
      deps.log.warn({ network, cause: causeOf(error) }, 'payout lease release failed'),
    )
  }
}
