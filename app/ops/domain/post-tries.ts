/** How long an alert is posted to a webhook that does not accept it. */

const SECOND_MS = 1_000
const HOUR_MS = 3_600 * SECOND_MS
const FIRST_PAUSE_MS = 5 * SECOND_MS
const LONGEST_PAUSE_MS = HOUR_MS
/** By then the email has delivered it, and the webhook gets the next alert. */
const TRIED_FOR_MS = 24 * HOUR_MS

/** Milliseconds until the next attempt after so many: 5 s, 10 s, 20 s and so on up to an hour. */
export function pauseAfter(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS)
}

export function isLastTry({ createdAt }: { createdAt: Date }, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= TRIED_FOR_MS
}
