/** An index of a list's names, by spelling and by sound (measured: decision 127). */
import type { ListedFacts } from '../facts/compare-facts.ts'
import { type ReadName, readNames } from './read-name.ts'
import { makeTrigramIndex, type TrigramIndex } from './trigrams.ts'

export type ListedWallet = { entryId: string; entryHash: string; text: string }
/** A name of an entry; `facts`: what else the entry says, the same for all of its names. */
export type Candidate = ListedWallet & { isWeak: boolean; facts: ListedFacts }
/** `way`: the reading of its script in which the name was found. */
export type FoundName = { candidate: Candidate; way: number }
export type NameIndex = {
  names: readonly FoundName[]
  spelling: TrigramIndex
  sound: TrigramIndex
  whole: TrigramIndex
}

/** Limits per search; the most similar first. */
const BY_SPELLING = { atLeast: 0.3, most: 200 }
/** In a short name one letter changes most trigrams: DOER and DORE share a quarter of theirs. */
const SHORT = { length: 9, atLeast: 0.2 }
/** Consonants alone are alike by chance more often than names. */
const BY_SOUND = { atLeast: 0.45, most: 150 }
/** Thai is spoken with fewer consonants than it is written with. */
const BY_THAI_SOUND = { atLeast: 0.35, most: 150 }
/** For joined or split words, and slips in the shortest ones: as a whole these are nearly the same, or not at all. */
const AS_A_WHOLE = { atLeast: 0.5, most: 40 }
/** Yields to other work between slices: there are tens of thousands of names. */
const SLICE = 500

export async function makeNameIndex(candidates: readonly Candidate[]): Promise<NameIndex> {
  const [names, norms, skeletons, wholes]: [FoundName[], string[], string[], string[]] = [[], [], [], []]
  for (let from = 0; from < candidates.length; from += SLICE) {
    for (const candidate of candidates.slice(from, from + SLICE)) {
      readNames(candidate.text).forEach(({ norm, skeleton, whole }, way) => {
        names.push({ candidate, way })
        norms.push(norm)
        skeletons.push(skeleton)
        wholes.push(whole)
      })
    }
    await new Promise(setImmediate)
  }
  return {
    names,
    spelling: makeTrigramIndex(norms),
    sound: makeTrigramIndex(skeletons),
    whole: makeTrigramIndex(wholes),
  }
}

/** Returns names of all these lists that may match, each once, to be compared word by word. */
export function findNameCandidates(lists: readonly NameIndex[], name: ReadName): FoundName[] {
  if (name.norm === '') return []
  const atLeast = name.norm.length > SHORT.length ? BY_SPELLING.atLeast : SHORT.atLeast
  const bySound = name.words.some(({ script }) => script === 'thai') ? BY_THAI_SOUND : BY_SOUND
  const found = [
    ...likest(lists, BY_SPELLING.most, ({ spelling }) => spelling.find(name.norm, { ...BY_SPELLING, atLeast })),
    ...likest(lists, bySound.most, ({ sound }) => sound.find(name.skeleton, bySound)),
    ...likest(lists, AS_A_WHOLE.most, ({ whole }) => whole.find(name.whole, AS_A_WHOLE)),
  ]
  return [...new Set(found)]
}

function likest(
  lists: readonly NameIndex[],
  most: number,
  find: (list: NameIndex) => ReturnType<TrigramIndex['find']>,
): FoundName[] {
  return lists
    .flatMap((list) =>
      find(list).flatMap(({ at, similarity }) => {
        const found = list.names[at]
        return found ? [{ found, similarity }] : []
      }),
    )
    .toSorted((one, other) => other.similarity - one.similarity)
    .slice(0, most)
    .map(({ found }) => found)
}
