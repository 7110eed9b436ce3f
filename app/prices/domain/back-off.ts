/** How long a failing service is not asked. */
import type { RandomBytes } from '#app/kernel/domain/random.ts'

/** A short hiccup is over in a few seconds. */
const FIRST_MS = 4_000
/** Short enough that readings, which count for five minutes, outlast an outage, and that its end is noticed soon. */
const LONGEST_MS = 120_000
/** A service may ask for more; but after this time every reading is too old, and one more request does no harm. */
const LONGEST_WISH_MS = 240_000
/** The highest random addition, as a share: installations that failed together must not retry together. */
const JITTER = 0.25

/**
 * Milliseconds until the next try after so many consecutive failures (1 or more): 4 s, doubled each time up to two
 * minutes, or the service's Retry-After when that is longer, up to four minutes; plus up to a quarter at random.
 */
export function waitAfterFailure(after: {
  failures: number
  retryAfterMs: number | null
  random: RandomBytes
}): number {
  const step = Math.min(FIRST_MS * 2 ** (after.failures - 1), LONGEST_MS)
  const wish = Math.min(after.retryAfterMs ?? 0, LONGEST_WISH_MS)
  const [high = 0, low = 0] = after.random(2)
  const chance = (high * 256 + low) / 65_536
  return Math.round(Math.max(step, wish) * (1 + chance * JITTER))
}
