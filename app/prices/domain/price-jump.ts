/** A price that moved far within the hour needs a second reading: both services could be manipulated for a moment. */
import { Decimal } from '#app/kernel/domain/money.ts'

/** A larger move, as a share of the last accepted price, needs a second reading. */
export const MOST_MOVE = new Decimal('0.2')

/** An older price says little about the next one. */
const COUNTS_MS = 60 * 60_000

/** Prices are read once a minute, sometimes a few seconds early. */
const SECOND_READING_MS = 45_000

export type JumpReading = { usd: Decimal; at: Date }

/** The accepted price, and one that waits for its second reading. */
export type WeighedJump = { accepted: JumpReading | null; jump: JumpReading | null }

/** Accepts a reading, or lets it wait until another one, a minute later, is near it. */
export function weighReading(known: WeighedJump, reading: JumpReading): WeighedJump {
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
