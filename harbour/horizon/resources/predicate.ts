/** The condition of a claimant as Horizon writes it (go-stellar-sdk, xdr/json.go). */
import type { xdr } from '@stellar/stellar-sdk'
import type { Json } from './json.ts'

export function predicateJson(predicate: xdr.ClaimPredicate): Json {
  switch (predicate.type) {
    case 'claimPredicateUnconditional':
      return { unconditional: true }
    case 'claimPredicateAnd':
      return { and: predicate.andPredicates.map(predicateJson) }
    case 'claimPredicateOr':
      return { or: predicate.orPredicates.map(predicateJson) }
    case 'claimPredicateNot':
      return predicate.notPredicate === null ? {} : { not: predicateJson(predicate.notPredicate) }
    case 'claimPredicateBeforeAbsoluteTime':
      return { abs_before: isoTime(predicate.absBefore), abs_before_epoch: predicate.absBefore.toString() }
    case 'claimPredicateBeforeRelativeTime':
      return { rel_before: predicate.relBefore.toString() }
  }
}

const SECONDS_PER_DAY = 86_400n
/** The Gregorian calendar repeats after so many days, which are 400 years. */
const DAYS_PER_CYCLE = 146_097n
const CYCLE_YEARS = 400n

/** JavaScript's dates end in the year 275760, the ledger's do not: whole cycles are set aside and added again. */
function isoTime(seconds: bigint): string {
  const cycles = seconds / (DAYS_PER_CYCLE * SECONDS_PER_DAY)
  const rest = new Date(Number(seconds % (DAYS_PER_CYCLE * SECONDS_PER_DAY)) * 1000)
  const year = BigInt(rest.getUTCFullYear()) + cycles * CYCLE_YEARS
  const digits = year.toString().padStart(4, '0')
  return `${year > 9999n ? '+' : ''}${digits}${rest.toISOString().slice(-20).replace('.000Z', 'Z')}`
}
