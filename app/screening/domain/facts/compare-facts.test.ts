import { describe, expect, test } from 'vitest'
import { REVIEW_FROM } from '../names/score-name.ts'
import { compareFacts, NO_FACTS, RAISED_FROM, weighFacts } from './compare-facts.ts'
import { countryCode } from './country-codes.ts'

const NOTHING = { births: [], countries: [], documents: [] }
const how = (pairs: ReturnType<typeof compareFacts>) => pairs.map((pair) => `${pair.fact} ${pair.how}`)

describe('a date of birth', () => {
  const born = '1961-04-12'
  test.each([
    ['1961-04-12', 'born same'],
    ['1961-12-04', 'born near'],
    ['1961-04-13', 'born near'],
    ['1916-04-12', 'born near'],
    ['1961-09-30', 'born year'],
    ['1961', 'born year'],
    ['1960-1962', 'born year'],
    ['1958-07-30', 'born other'],
    ['1958', 'born other'],
    ['1950-1955', 'born other'],
  ])('beside %s: %s', (listed, expected) => {
    expect(how(compareFacts({ ...NO_FACTS, born }, { ...NOTHING, births: [listed] }))).toEqual([expected])
  })

  test('the likest of several counts, and nothing follows of what is no date', () => {
    const births = ['1958', '1961-04-12', 'circa']
    expect(compareFacts({ ...NO_FACTS, born }, { ...NOTHING, births })).toEqual([
      { fact: 'born', typed: born, listed: '1961-04-12', how: 'same', points: 12 },
    ])
    expect(compareFacts({ ...NO_FACTS, born }, { ...NOTHING, births: ['unknown'] })).toEqual([])
    expect(compareFacts(NO_FACTS, { ...NOTHING, births })).toEqual([])
  })
})

test.each([
  ['Iran (Islamic Republic of)', 'IR'],
  ['Democratic People’s Republic of Korea', 'KP'],
  ['Korea, North', 'KP'],
  ['Russian Federation', 'RU'],
  ['Côte d’Ivoire', 'CI'],
  ['SYRIAN ARAB REPUBLIC', 'SY'],
  ['Germany', 'DE'],
  ['ru', 'RU'],
  ['Atlantis', null],
])('the list writes %s: %s', (written, code) => {
  expect(countryCode(written)).toBe(code)
})

test('a country is the same when the entry has it among others, and another when it has only others', () => {
  const listed = { ...NOTHING, countries: ['Atlantis', 'Iran', 'Iraq'] }
  expect(how(compareFacts({ ...NO_FACTS, country: 'IQ' }, listed))).toEqual(['country same'])
  expect(how(compareFacts({ ...NO_FACTS, country: 'SE' }, listed))).toEqual(['country other'])
  expect(compareFacts({ ...NO_FACTS, country: 'SE' }, { ...NOTHING, countries: ['Atlantis'] })).toEqual([])
})

test.each([
  ['7707083893', 'Tax ID No. 7707083893 (Russia)', ['number same']],
  ['SE 5560-1234-5601', 'Registration Number 556012345601', ['number same']],
  ['7707083839', 'Tax ID No. 7707083893', ['number near']],
  ['IMO 9165839', 'Vessel Registration Identification IMO 9165839', ['number same']],
  ['IMO 9165839', 'Vessel Registration Identification IMO 9349576', ['number other']],
  ['5500112233', 'Tax ID No. 7707083893', []],
  ['14', 'Branch 14', []],
])('the number %s beside "%s"', (typed, document, expected) => {
  expect(how(compareFacts({ ...NO_FACTS, numbers: [typed] }, { ...NOTHING, documents: [document] }))).toEqual(expected)
})

describe('what they do to the score of a name', () => {
  const facts = (...points: number[]) =>
    points.map((of) => ({ fact: 'country' as const, typed: '', listed: '', how: 'other' as const, points: of }))
  const sameDay = { fact: 'born' as const, typed: '', listed: '', how: 'same' as const, points: 12 }

  test('they raise and lower it, and never below what a person looks at', () => {
    expect(weighFacts(0.9, facts(3))).toBeCloseTo(0.93)
    expect(weighFacts(0.9, facts(-10, -5))).toBeCloseTo(0.75)
    expect(weighFacts(0.75, facts(-10, -5))).toBe(REVIEW_FROM)
    expect(weighFacts(1, facts(3))).toBe(1)
  })

  test('the same day of birth brings a name that is nearly alike, and nothing brings another name', () => {
    expect(weighFacts(RAISED_FROM, [sameDay])).toBeGreaterThanOrEqual(REVIEW_FROM)
    expect(weighFacts(RAISED_FROM - 0.01, [sameDay])).toBeLessThan(REVIEW_FROM)
    expect(weighFacts(0.69, facts(3))).toBeLessThan(REVIEW_FROM)
  })
})
