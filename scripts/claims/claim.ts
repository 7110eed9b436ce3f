/**
 * The register of claims: what pages and emails promise about money, dates, documents and privacy, each with the rules
 * and tests that make it true (decision 106). Defines a claim, and what is wrong with a register.
 */
import { createHash } from 'node:crypto'
import type { Sentences } from '../words/locales.ts'

export type Claim = {
  /** Never changes: the lock and the docs name it. Kebab-case. */
  id: string
  says: string
  /** Keys of the sentences that make it; `*` at the end matches the rest of a key. */
  texts: readonly string[]
  /** Names of the rules in the code that make it true. */
  rules: readonly string[]
  /** Test files that would fail if it were untrue. */
  tests: readonly string[]
}

/** A rule as its constants and states. `home`: the file that defines it. */
export type Rule = { home: string; value: () => unknown }

export type Subject = { title: string; rules: Readonly<Record<string, Rule>>; claims: readonly Claim[] }

/** Sentences that sound like a promise but are none. */
export type NoClaim = { texts: readonly string[]; because: string }

/** Fingerprints at the time when a person last compared the texts of a claim with its rules. */
export type Reading = { rules: string; texts: string; note?: string }
export type Lock = Record<string, Reading>

/** Returns a short hash of the value. Throws for functions and moments: they are a mistake of the rule's author. */
export function fingerprint(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value, refuseUnreadable)).digest('hex').slice(0, 16)
}

function refuseUnreadable(key: string, value: unknown): unknown {
  if (typeof value === 'function')
    throw new Error(`a rule holds a function at "${key}": it would never change its fingerprint`)
  return typeof value === 'bigint' ? String(value) : value
}

/** Whether a key matches a pattern such as `common:held.*` or `common:dates.hint`. */
export function covers(pattern: string, key: string): boolean {
  return pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : key === pattern
}

/** Returns the sentences of a claim: those it names, and those matching a `*` that sound like a promise. */
export function textsOf({ texts }: Pick<Claim, 'texts'>, english: Sentences): [string, string][] {
  return [...english].filter(
    ([key, sentence]) =>
      texts.includes(key) || (soundsLikeClaim(key, sentence) && texts.some((pattern) => covers(pattern, key))),
  )
}

/** Namespaces that buyers, sellers and visitors read. What operators read promises nothing to anybody. */
const PUBLIC = ['common', 'mail', 'faq', 'instructions', 'legal', 'freight', 'statement', 'wallets']

/** Words of a promise: what never or always happens, automatically, by when, and where money goes. */
const PROMISES =
  /\b(never|nobody|no one|nothing|only|always|by itself|at once|cannot|until|within|(goes|go|comes|sent|paid) (back|to)|(is|are|be) paid|stays?|counts? as|ends?|decides?|kept|deleted|private|moves?|no time limit)\b/i
const LEAST_WORDS = 5

/** Whether this sentence has to be in the register. */
export function soundsLikeClaim(key: string, sentence: string): boolean {
  return (
    PUBLIC.includes(key.slice(0, key.indexOf(':'))) &&
    sentence.split(/\s+/).length >= LEAST_WORDS &&
    PROMISES.test(sentence)
  )
}

export type Register = {
  claims: readonly Claim[]
  noClaims: readonly NoClaim[]
  rules: Readonly<Record<string, Rule>>
  english: Sentences
  lock: Lock
  hasFile: (path: string) => boolean
}

/** Returns every problem of the register, each with what to do. */
export function checkClaims(register: Register): string[] {
  return [...checkList(register), ...checkCoverage(register), ...checkReadings(register)]
}

function checkList({ claims, noClaims, rules, english, hasFile }: Register): string[] {
  const ids = claims.map(({ id }) => id)
  const doubled = ids.filter((id, place) => ids.indexOf(id) !== place)
  const patterns = [...claims, ...noClaims].flatMap(({ texts }) => texts)
  const keys = [...english.keys()]
  const used = new Set(claims.flatMap((claim) => claim.rules))
  return [
    ...doubled.map((id) => `claim ${id} stands twice`),
    ...claims
      .filter((claim) => claim.rules.length === 0)
      .map(({ id }) => `claim ${id} names no rule that makes it true`),
    ...claims.flatMap(({ id, rules: named }) =>
      named.filter((name) => !rules[name]).map((name) => `claim ${id}: no rule ${name}`),
    ),
    ...claims.flatMap((claim) => (claim.tests.length === 0 ? [`claim ${claim.id} names no test that proves it`] : [])),
    ...claims.flatMap(({ id, tests }) =>
      tests.filter((path) => !hasFile(path)).map((path) => `claim ${id}: no test ${path}`),
    ),
    ...patterns
      .filter((pattern) => !keys.some((key) => covers(pattern, key)))
      .map((pattern) => `no text has the key ${pattern}`),
    ...Object.keys(rules)
      .filter((name) => !used.has(name))
      .map((name) => `no claim goes by the rule ${name}`),
    ...Object.entries(rules)
      .filter(([, { home }]) => !hasFile(home))
      .map(([name, { home }]) => `rule ${name}: no file ${home}`),
  ]
}

function checkCoverage({ claims, noClaims, english }: Register): string[] {
  const patterns = [...claims, ...noClaims].flatMap(({ texts }) => texts)
  return [...english]
    .filter(([key, sentence]) => soundsLikeClaim(key, sentence) && !patterns.some((pattern) => covers(pattern, key)))
    .map(([key, sentence]) => `${key} promises something and stands in no claim: “${sentence.slice(0, 80)}”`)
}

export function readClaim(claim: Claim, { rules, english }: Pick<Register, 'rules' | 'english'>): Reading {
  return {
    rules: fingerprint(claim.rules.map((name) => [name, rules[name]?.value()])),
    texts: fingerprint(textsOf(claim, english)),
  }
}

function checkReadings(register: Register): string[] {
  const { claims, lock } = register
  const known = new Set(claims.map(({ id }) => id))
  return [
    ...claims.flatMap((claim) => {
      const now = readClaim(claim, register)
      const read = lock[claim.id]
      if (read === undefined) return [`claim ${claim.id} was not read yet: npm run claims -- ${claim.id}`]
      const rulesChanged = read.rules !== now.rules
      const textsChanged = read.texts !== now.texts
      if (rulesChanged && !textsChanged) {
        return [
          `a rule of claim ${claim.id} changed and its texts did not (${claim.rules.join(', ')}): read ${claim.texts.join(', ')}`,
        ]
      }
      return rulesChanged || textsChanged
        ? [`the texts of claim ${claim.id} changed: compare them with its rules, then npm run claims -- ${claim.id}`]
        : []
    }),
    ...Object.keys(lock)
      .filter((id) => !known.has(id))
      .map((id) => `the lock holds a claim that is gone: ${id}`),
  ]
}

/**
 * Returns the lock after somebody has read this claim. Throws when its rules changed but no sentence did, and no note
 * says why the sentences still hold.
 */
export function markRead(claim: Claim, register: Register, note: string | undefined): Lock {
  const now = readClaim(claim, register)
  const read = register.lock[claim.id]
  const onlyRules = read !== undefined && read.rules !== now.rules && read.texts === now.texts
  if (onlyRules && !note) {
    throw new Error(`the rules of ${claim.id} changed and no text did: say in a sentence why the texts still hold`)
  }
  return { ...register.lock, [claim.id]: { ...now, ...(note && { note }) } }
}
