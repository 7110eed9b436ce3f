import { ripenSome } from '#app/fees/resellers/db/earnings.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** More than one sweep has to do; the next one goes on. */
const MOST_SLICES = 100

/** Commissions whose waiting time is over can be paid from now on. Safe to run by any number of workers. */
export async function ripenEarnings({ db, clock, settings }: Deps): Promise<void> {
  const now = clock.now()
  const before = new Date(now.getTime() - settings.commissionWaitMs)
  for (let slice = 0; slice < MOST_SLICES; slice += 1) {
    if ((await ripenSome(db, { now, before })) === 0) return
  }
}
