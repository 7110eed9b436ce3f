import { setTimeout as delay } from 'node:timers/promises'

export type Patience = { what: string; limitMs: number; pauseMs: number }

/** Polls until the answer is not null. Throws with `what` when that takes too long. */
export async function waitFor<Found>(ask: () => Promise<Found | null>, patience: Patience): Promise<Found> {
  const deadline = Date.now() + patience.limitMs
  for (;;) {
    const found = await ask()
    if (found !== null) return found
    if (Date.now() > deadline) throw new Error(`${patience.what}: not within ${patience.limitMs / 1000} s`)
    await delay(patience.pauseMs)
  }
}
