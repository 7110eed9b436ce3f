/**
 * How long a letter is tried, and when it is given up: for good, and shown to a person (docs/decisions/018). The mail
 * service takes a letter once for its key, and forgets the key after a day.
 */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** An hour less than the mail service remembers a key: a try must have ended by then. */
export const KEY_LIFE_MS = 23 * HOUR_MS
const MOST_TRIES = 20
const TRIED_FOR_MS = 3 * 24 * HOUR_MS
const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = HOUR_MS

/** Why a letter is not tried any more; the words of the database. */
export const GIVEN_UP_FOR = ['refused', 'tried_for_days', 'fate_unknown'] as const
export type GivenUpFor = (typeof GIVEN_UP_FOR)[number]

export type Tries = {
  attempts: number
  firstTriedAt: Date | null
  /** The first try that the mail service may have taken without our learning of it. */
  maybeTakenAt: Date | null
}

/** Null: it may be tried. */
export function whyGiveUp({ attempts, firstTriedAt, maybeTakenAt }: Tries, now: Date): GivenUpFor | null {
  // The key is forgotten: another try could be a second letter of something that was told already.
  if (maybeTakenAt && age(maybeTakenAt, now) > KEY_LIFE_MS) return 'fate_unknown'
  if (firstTriedAt && attempts >= MOST_TRIES && age(firstTriedAt, now) > TRIED_FOR_MS) return 'tried_for_days'
  return null
}

/** When to try again after so many tries: 2 s, 4 s, 8 s and so on up to an hour. */
export function nextTryAt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS))
}

function age(since: Date, now: Date): number {
  return now.getTime() - since.getTime()
}
