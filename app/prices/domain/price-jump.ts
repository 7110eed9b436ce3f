/**
 * A price that has moved far within the hour is read a second time before anybody is quoted by it: both services may be lied
 * about for a moment, and agree.
 */
import { Decimal } from '#app/kernel/domain/money.ts'

/** The most that a price moves unasked, as a share of the last one that was reckoned with. */
export const MOST_MOVE = new Decimal('0.2')

/** After this the last price says little about the next one. */
const COUNTS_MS = 60 * 60_000

/** Prices are read once a minute, by a clock that may be some seconds early. */
const SECOND_READING_MS = 45_000

export type Reading = { usd: Decimal; at: Date }

/** The price that is reckoned with, and one that waits for its second reading. */
export type Weighed = { accepted: Reading | null; jump: Reading | null }

/** Takes a reading into account: it is accepted, or waits until another one, a minute later, is near it. */
export function weighReading(known: Weighed, reading: Reading): Weighed {
  const { accepted, jump } = known
  const isOld = accepted === null || reading.at.getTime() - accepted.at.getTime() > COUNTS_MS
  if (isOld || isNear(accepted.usd, reading.usd)) return { accepted: reading, jump: null }
  if (jump === null || !isNear(jump.usd, reading.usd)) return { accepted, jump: reading }
  const isSecond = reading.at.getTime() - jump.at.getTime() >= SECOND_READING_MS
  return isSecond ? { accepted: reading, jump: null } : { accepted, jump }
}

function isNear(last: Decimal, next: Decimal): boolean {
  return next.minus(last).abs().lte(last.times(MOST_MOVE))
}
