/** Decides when a payout that is not under way is retried. That time is also its place in the queue. */
import type { WaitsFor } from '#app/kernel/domain/payout-state.ts'

/** When the round after an unavailable ledger comes anyway, so a short failure costs no time. */
const FIRST_MS = 5_000
const MOST_MS = 60 * 60_000
/** The delay for payouts that wait for our own money or for a person. */
export const RECHECK_MS = 45_000

/** These delay all of a ledger's payouts alike, so none loses its place. */
const OF_ALL: readonly WaitsFor[] = ['turn', 'stopped', 'ledger', 'history', 'no_key']
/** These may concern one payout alone, and end by themselves: others are tried first. */
const PASSING: readonly WaitsFor[] = ['fees', 'signer']

/** After so many failures in a row: five seconds, doubled each time, at most an hour. In milliseconds. */
export function waitAfterFailures(failures: number): number {
  return Math.min(MOST_MS, FIRST_MS * 2 ** (failures - 1))
}

/** When a payout that waits for this is retried. Null: in the next round, at its place. */
export function nextTryOf(reason: WaitsFor, at: Date): Date | null {
  if (OF_ALL.includes(reason)) return null
  return new Date(at.getTime() + (PASSING.includes(reason) ? FIRST_MS : RECHECK_MS))
}
