/** How long to wait before restarting a process that died: briefly after a healthy life, else ever longer. */
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000
/** A process that lived so long was healthy. */
const HEALTHY_MS = 30_000

export type Patience = {
  /** Call it when a process starts. */
  began(): void
  /** Call it when the process ended or did not start. Returns the pause before the next start. */
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
