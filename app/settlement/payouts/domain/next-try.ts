/** When a payout that is not on its way is tried again. By that time it has its place in the queue from then on. */
import type { WaitsFor } from '#app/kernel/domain/payout-state.ts'

/** As soon as the next round comes anyway after a ledger that gave no answer: what passes at once costs no time. */
const FIRST_MS = 5_000
const MOST_MS = 60 * 60_000
/** What waits for our own money or for a person is looked at again after this time. */
export const RECHECK_MS = 45_000

/** These keep all of a ledger's payouts back alike: none of them loses its place by it, and all go when it is over. */
const OF_ALL: readonly WaitsFor[] = ['turn', 'stopped', 'ledger', 'history', 'no_key']
/** These may be about one payout alone, and end by themselves: others are asked first. */
const PASSING: readonly WaitsFor[] = ['fees', 'signer']

/** After how many failures of its own in a row: five seconds, doubled with each, an hour at most. In milliseconds. */
export function waitAfterFailures(failures: number): number {
  return Math.min(MOST_MS, FIRST_MS * 2 ** (failures - 1))
}

/** When a payout that waits for this is looked at again; null: with the next round, in the place that it has. */
export function nextTryOf(reason: WaitsFor, at: Date): Date | null {
  if (OF_ALL.includes(reason)) return null
  return new Date(at.getTime() + (PASSING.includes(reason) ? FIRST_MS : RECHECK_MS))
}
