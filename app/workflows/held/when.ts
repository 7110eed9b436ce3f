/** When what is on its way on a ledger is looked at again. */
import type { Deps } from '#app/workflows/deps.ts'

export const LOOK_AGAIN_MS = 1_000
export const AFTER_TROUBLE_MS = 5_000
/** What waits for somebody's wallet, or for our own money. */
export const RECHECK_MS = 45_000

export function later({ clock }: Pick<Deps, 'clock'>, ms: number): Date {
  return new Date(clock.now().getTime() + ms)
}
