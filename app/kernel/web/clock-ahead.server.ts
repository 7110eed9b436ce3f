import { aheadOf } from '#app/kernel/services/clock.server.ts'
import { deps } from '#app/runtime.server.ts'

/** Milliseconds by which the clock of stored times is ahead of this machine's: for "3 minutes ago" on pages. */
export function clockAheadMs(): number {
  return aheadOf(deps.clock)
}
