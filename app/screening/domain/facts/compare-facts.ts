/**
 * Compares birth, country and register numbers with an entry's (decision 127). They raise or lower a score, but never
 * clear a match by name alone: whoever hides states another date.
 */
import { changesBetween } from '../names/changes-between.ts'
import { REVIEW_FROM } from '../names/score-name.ts'
import { countryCode } from './country-codes.ts'

/** `born`: 1961-04-12. `country`: ISO 3166, two letters. `numbers`: of registers, as written into a name. */
export type SaidFacts = { born: string | null; country: string | null; numbers: readonly string[] }
/** As the list has them (listed-entry.ts). */
export type ListedFacts = { births: readonly string[]; countries: readonly string[]; documents: readonly string[] }

export const FACTS = ['born', 'country', 'number'] as const
export type ComparedFact = (typeof FACTS)[number]
/** `near`: one digit differs, or day and month are swapped. `year`: only the year is known, or the day differs. */
export type FactMatch = 'same' | 'near' | 'year' | 'other'
/** `points`: hundredths that are added to the score, or subtracted. */
export type FactPair = { fact: ComparedFact; typed: string; listed: string; how: FactMatch; points: number }

export const NO_FACTS: SaidFacts = { born: null, country: null, numbers: [] }

const POINTS: Record<ComparedFact, Partial<Record<FactMatch, number>>> = {
  born: { same: 12, near: 6, year: 3, other: -10 },
  country: { same: 3, other: -5 },
  number: { same: 30, near: 6, other: -5 },
}
/** Below this score a name is another name, whatever else agrees. */
export const RAISED_FROM = 0.6
/** Facts that alone make a name reviewed. A country or a year is shared by millions. */
const RAISES_ALONE: readonly string[] = ['born same', 'number same']
/** A number of fewer digits is a house, a year, a branch. */
const SHORTEST_NUMBER = 6
const LONGEST_LISTED = 12

/** One pair for each fact that both sides have, the most alike of the entry's. A missing fact means nothing. */
export function compareFacts(said: SaidFacts, listed: ListedFacts): FactPair[] {
  return [bornAlike(said.born, listed.births), countryAlike(said.country, listed.countries), numberAlike(said, listed)]
    .filter((pair) => pair !== null)
    .map((pair) => ({ ...pair, points: POINTS[pair.fact][pair.how] ?? 0 }))
}

/** From 0 to 1. A matching name stays a match; a near one becomes it only by a day of birth or a number. */
export function weighFacts(score: number, facts: readonly FactPair[]): number {
  const sum = score + facts.reduce((points, fact) => points + fact.points, 0) / 100
  if (score >= REVIEW_FROM) return Math.min(1, Math.max(REVIEW_FROM, sum))
  const isRaised = score >= RAISED_FROM && facts.some(({ fact, how }) => RAISES_ALONE.includes(`${fact} ${how}`))
  return isRaised ? Math.min(1, sum) : Math.min(score, sum)
}

type Pair = Omit<FactPair, 'points'>

function bornAlike(born: string | null, births: readonly string[]): Pair | null {
  if (born === null) return null
  const order: FactMatch[] = ['same', 'near', 'year', 'other']
  const pairs = births.flatMap((listed) => {
    const how = birthAlike(born, listed)
    return how === null ? [] : { fact: 'born' as const, typed: born, listed, how }
  })
  return pairs.toSorted((one, other) => order.indexOf(one.how) - order.indexOf(other.how))[0] ?? null
}

/** Null: the list's text is no date that is read here. */
function birthAlike(born: string, listed: string): FactMatch | null {
  const year = Number(born.slice(0, 4))
  const years = listed.match(/\d{4}/g)?.map(Number) ?? []
  const [from] = years
  if (from === undefined) return null
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(listed)
  if (!isDay) {
    const to = years.at(-1) ?? from
    return year >= Math.min(from, to) && year <= Math.max(from, to) ? 'year' : 'other'
  }
  if (born === listed) return 'same'
  const [, month = '', day = ''] = listed.split('-')
  if (born === `${listed.slice(0, 4)}-${day}-${month}` || oneDigit(born, listed)) return 'near'
  return year === from ? 'year' : 'other'
}

function countryAlike(country: string | null, countries: readonly string[]): Pair | null {
  const known = countries.flatMap((written) => {
    const code = countryCode(written)
    return code === null ? [] : { written, code }
  })
  if (country === null || known.length === 0) return null
  const same = known.find(({ code }) => code === country)
  if (same) return { fact: 'country', typed: country, listed: same.written, how: 'same' }
  const listed = known
    .map(({ written }) => written)
    .slice(0, LONGEST_LISTED)
    .join('; ')
  return { fact: 'country', typed: country, listed, how: 'other' }
}

/** Two IMO numbers that differ are two ships. Other numbers may come from different registers. */
function numberAlike({ numbers }: SaidFacts, { documents }: ListedFacts): Pair | null {
  const pairs = numbers.flatMap((typed) => {
    const digits = digitsOf(typed)
    if (digits.length < SHORTEST_NUMBER) return []
    return documents.flatMap((listed): Pair[] => {
      const runs = listed.match(/\d[\d\s./-]*\d/g)?.map(digitsOf) ?? []
      if (runs.includes(digits)) return [{ fact: 'number', typed, listed, how: 'same' }]
      if (runs.some((run) => run.length === digits.length && oneDigit(run, digits)))
        return [{ fact: 'number', typed, listed, how: 'near' }]
      const areShips = /\bIMO\b/i.test(typed) && /\bIMO\b/i.test(listed)
      return areShips ? [{ fact: 'number', typed, listed, how: 'other' }] : []
    })
  })
  const order: FactMatch[] = ['same', 'near', 'other']
  return pairs.toSorted((one, other) => order.indexOf(one.how) - order.indexOf(other.how))[0] ?? null
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')
/** One digit differs, or two neighbours are swapped. */
const oneDigit = (one: string, other: string) => changesBetween(digitsOf(one), digitsOf(other), 1) === 1
