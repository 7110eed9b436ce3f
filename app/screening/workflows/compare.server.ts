import { createHash } from 'node:crypto'
import type { NewReview } from '#app/screening/db/screenings.server.ts'
import {
  compareFacts,
  NO_FACTS,
  RAISED_FROM,
  type SaidFacts,
  weighFacts,
} from '#app/screening/domain/facts/compare-facts.ts'
import {
  type FoundName,
  findNameCandidates,
  type ListedWallet,
  type NameIndex,
} from '#app/screening/domain/names/name-index.ts'
import { type ReadName, readName, readNames } from '#app/screening/domain/names/read-name.ts'
import { REVIEW_FROM, scoreName } from '#app/screening/domain/names/score-name.ts'
import type { ReviewSubject } from '#app/screening/domain/review.ts'

/** Version of the comparison: within one, the same two names always give the same score. */
export const ENGINE = 2
/** A weak alias suspects nobody unless it is nearly the same. */
const WEAK = 0.85

export type ComparedLikeness = Omit<NewReview, 'openedAt'>

export type Compared = { subject: ReviewSubject; personId: string | null; names: readonly string[]; facts?: SaidFacts }

/** Returns each entry that one of the names matches, once, with the best pair and the other facts. */
export function compareNames(
  lists: readonly NameIndex[],
  { subject, personId, names, facts = NO_FACTS }: Compared,
): ComparedLikeness[] {
  const who = { subject, personId, subjectHash: fingerprint(names) }
  const read = names.flatMap((typed) => readNames(typed).map((name) => ({ typed, name })))
  const numbers = [...new Set([...facts.numbers, ...read.flatMap(({ name }) => name.numbers)])]
  const readOnce = new Map<FoundName, ReadName>()
  const best = new Map<string, ComparedLikeness>()
  for (const { typed, name } of read) {
    for (const candidateName of findNameCandidates(lists, name)) {
      const { candidate, way } = candidateName
      // Several readings of a name mostly find the same ones.
      const listed = readOnce.get(candidateName) ?? readName(candidate.text, way)
      readOnce.set(candidateName, listed)
      const { score, words } = scoreName(name, listed)
      const weighed = candidate.isWeak ? score * WEAK : score
      if (weighed < RAISED_FROM) continue
      const found = compareFacts({ ...facts, numbers }, candidate.facts)
      const sum = weighFacts(weighed, found)
      if (sum < REVIEW_FROM || sum <= (best.get(candidate.entryId)?.score ?? 0)) continue
      best.set(candidate.entryId, {
        ...likenessOf(candidate),
        ...who,
        by: 'name',
        typed,
        score: round(sum),
        words,
        facts: found,
      })
    }
  }
  return [...best.values()].toSorted((one, other) => other.score - one.score)
}

/** Exact matches with listed wallets. `subject`: whose they are. */
export function compareWallets(
  listed: readonly ListedWallet[],
  {
    wallets: addresses,
    personId,
    subject,
  }: { wallets: readonly string[]; personId: string | null; subject?: ReviewSubject },
): ComparedLikeness[] {
  // Each person has a review of their own, not only the first one who was found with it.
  const ofPerson = personId === null ? [] : [personId]
  return addresses.flatMap((address) =>
    listed
      .filter(({ text }) => text === address)
      .flatMap((candidate) => {
        const found = {
          ...likenessOf(candidate),
          personId,
          by: 'wallet' as const,
          typed: address,
          score: 1,
          words: [],
          facts: [],
        }
        const ofWallet = {
          ...found,
          subject: `wallet:${address}` as const,
          subjectHash: fingerprint([address, ...ofPerson]),
        }
        // A reseller has no account that would stay under review after stating another wallet.
        if (!subject?.startsWith('reseller:')) return [ofWallet]
        return [ofWallet, { ...found, subject, subjectHash: fingerprint([address, subject]) }]
      }),
  )
}

function likenessOf({ entryId, entryHash, text }: ListedWallet) {
  return { entryId, entryHash, listed: text }
}

export function fingerprint(values: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex')
}

const round = (score: number) => Math.round(score * 1000) / 1000
