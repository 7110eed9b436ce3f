import { setTimeout as delay } from 'node:timers/promises'

const PAUSE_MS = 50

/** Settles when GET of this address answers 200, or when `signal` aborts. */
export async function answersOk(url: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (await isOk(url, signal)) return
    await delay(PAUSE_MS)
  }
}

async function isOk(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(2000)]) })
    await response.body?.cancel()
    return response.status === 200
  } catch {
    // Nobody listens yet, or the request was aborted: the loop continues or ends.
    return false
  }
}
