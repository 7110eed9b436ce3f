/** Keeps a stream of an account's payments open on whichever Horizon answers; events only wake a reader. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Endpoints } from '../endpoints.server.ts'
import type { HorizonServer } from './horizon/horizon.server.ts'

const RESTART_MIN_MS = 1_000
const RESTART_MAX_MS = 30_000

/** Calls back for each payment and after each reopening, until stopped. */
export function watchAccount(horizons: Endpoints<HorizonServer>, account: string, onActivity: () => void): () => void {
  const stopped = new AbortController()
  void keepWatching(
    horizons,
    `/accounts/${encodeURIComponent(account)}/payments?cursor=now`,
    onActivity,
    stopped.signal,
  )
  return () => stopped.abort()
}

async function keepWatching(
  horizons: Endpoints<HorizonServer>,
  path: string,
  onActivity: () => void,
  signal: AbortSignal,
): Promise<void> {
  let pause = RESTART_MIN_MS
  while (!signal.aborted) {
    const { client, restMs } = horizons.pick()
    // The pause rejects when stopped; the loop's condition sees it.
    if (restMs > 0) await wait(restMs, undefined, { signal, ref: false }).catch(() => undefined)
    const state = await client.follow(path, onActivity, signal)
    pause = state === 'was_open' ? RESTART_MIN_MS : Math.min(pause * 2, RESTART_MAX_MS)
    await wait(pause, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
