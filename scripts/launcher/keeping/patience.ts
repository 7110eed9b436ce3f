/** How long to wait before the next start of something that died: at once after a healthy life, else ever longer. */
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000
/** What lived this long was healthy. */
const HEALTHY_MS = 30_000

export type Patience = {
  /** A life begins. */
  began(): void
  /** It ended, or did not begin: how long to wait now. */
  pauseMs(): number
}

export function openPatience(now: () => number = Date.now): Patience {
  let since = now()
  let pauseMs = FIRST_PAUSE_MS
  return {
    began() {
      since = now()
    },
    pauseMs() {
      if (now() - since > HEALTHY_MS) pauseMs = FIRST_PAUSE_MS
      const pause = pauseMs
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      return pause
    },
  }
}
