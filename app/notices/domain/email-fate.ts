/**
 * How long an email is retried, and when it is given up for good and shown to a person (docs/decisions/109). The mail
 * service accepts each idempotency key once, and forgets it after a day.
 */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** An hour less than the mail service remembers a key: an attempt must have ended by then. */
export const KEY_LIFE_MS = 23 * HOUR_MS
const MOST_TRIES = 20
const TRIED_FOR_MS = 3 * 24 * HOUR_MS
const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = HOUR_MS

/** Why an email is not retried; the values of the database. */
export const GIVEN_UP_FOR = ['refused', 'tried_for_days', 'fate_unknown'] as const
export type GivenUpFor = (typeof GIVEN_UP_FOR)[number]

export type Tries = {
  attempts: number
  firstTriedAt: Date | null
  /** The first attempt that the mail service may have accepted without our knowledge. */
  maybeTakenAt: Date | null
}

/** Null: it may be tried. */
export function whyGiveUp({ attempts, firstTriedAt, maybeTakenAt }: Tries, now: Date): GivenUpFor | null {
  // The key is forgotten: another attempt could send the same email twice.
  if (maybeTakenAt && age(maybeTakenAt, now) > KEY_LIFE_MS) return 'fate_unknown'
  if (firstTriedAt && attempts >= MOST_TRIES && age(firstTriedAt, now) > TRIED_FOR_MS) return 'tried_for_days'
  return null
}

/** The next attempt after so many: 2 s, 4 s, 8 s and so on up to an hour. */
export function nextTryAt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS))
}

function age(since: Date, now: Date): number {
  return now.getTime() - since.getTime()
}
