import { aheadOf } from '#app/kernel/services/clock.server.ts'
import { deps } from '#app/runtime.server.ts'

/** By how many milliseconds the clock that rows are written by is ahead of this machine's: pages count "3 minutes ago" by it. */
export function clockAheadMs(): number {
  return aheadOf(deps.clock)
}
