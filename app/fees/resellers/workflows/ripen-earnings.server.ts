import { ripenSome } from '#app/fees/resellers/db/earnings.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** A bound for one sweep; the next one continues. */
const MOST_SLICES = 100

/** Marks commissions as payable when their waiting time is over. Several workers may run it concurrently. */
export async function ripenEarnings({ db, clock, settings }: Deps): Promise<void> {
  const now = clock.now()
  const before = new Date(now.getTime() - settings.commissionWaitMs)
  for (let slice = 0; slice < MOST_SLICES; slice += 1) {
    if ((await ripenSome(db, { now, before })) === 0) return
  }
}
