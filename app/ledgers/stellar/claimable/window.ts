import type { ClaimWindow } from '#app/ledgers/payments/domain/claimable.ts'
import { allowsAt, readMoments } from '../onchain/readings.ts'

/** Returns the first time span, now or later, in which the predicate allows a claim. Null: none, or an unknown form. */
export function windowOf(predicate: unknown, now: Date): ClaimWindow | null {
  const second = Math.floor(now.getTime() / 1000)
  const later = [...new Set(readMoments(predicate))].filter((moment) => moment > second).sort((a, b) => a - b)
  const from = [second, ...later].find((moment) => allowsAt(predicate, moment))
  if (from === undefined) return null
  const until = later.find((moment) => moment > from && !allowsAt(predicate, moment))
  return {
    claimableFrom: from === second ? null : toDate(from),
    claimableUntil: until === undefined ? null : toDate(until),
  }
}

function toDate(seconds: number): Date {
  return new Date(seconds * 1000)
}
