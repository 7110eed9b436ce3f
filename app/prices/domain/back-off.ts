/** How long a service that did not answer usefully is left alone. */
import type { RandomBytes } from '#app/kernel/domain/random.ts'

/** A hiccup is over in a few seconds. */
const FIRST_MS = 4_000
/** Short enough that readings which count for five minutes outlast a short outage, and that its end is noticed soon. */
const LONGEST_MS = 120_000
/** A service may ask for more; but after this time every reading is too old, and one question more does no harm. */
const LONGEST_WISH_MS = 240_000
/** Added at most, as a share: several installations that failed together do not come back together. */
const JITTER = 0.25

/**
 * Milliseconds until the next try after so many failures in a row (1 or more): 4 s, doubled each time up to two minutes,
 * or what the service asked for (Retry-After) when that is longer, up to four minutes; and up to a quarter more by chance.
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
