/** The names of a list, to be found by how they are written and by how they sound (measured: docs/decisions/067). */
import { type ReadName, readName } from './read-name.ts'
import { makeTrigramIndex, type TrigramIndex } from './trigrams.ts'

export type Candidate = { entryId: string; entryHash: string; text: string; isWeak: boolean }
export type NameIndex = { names: readonly Candidate[]; spelling: TrigramIndex; sound: TrigramIndex }

/** Of both ways of looking, each; the likest first. */
const BY_SPELLING = { atLeast: 0.3, most: 200 }
/** The consonants alone are alike by chance more often than names are. */
const BY_SOUND = { atLeast: 0.5, most: 100 }
/** Other work goes on while tens of thousands of names are read. */
const SLICE = 500

export async function makeNameIndex(names: readonly Candidate[]): Promise<NameIndex> {
  const [norms, skeletons]: [string[], string[]] = [[], []]
  for (let from = 0; from < names.length; from += SLICE) {
    for (const { text } of names.slice(from, from + SLICE)) {
      const { norm, skeleton } = readName(text)
      norms.push(norm)
      skeletons.push(skeleton)
    }
    await new Promise(setImmediate)
  }
  return { names, spelling: makeTrigramIndex(norms), sound: makeTrigramIndex(skeletons) }
}

/** Names of all these lists that may be like it, each once, to be compared word by word. */
export function findCandidates(lists: readonly NameIndex[], name: ReadName): Candidate[] {
  if (name.norm === '') return []
  const found = [
    ...likest(lists, BY_SPELLING.most, ({ spelling }) => spelling.find(name.norm, BY_SPELLING)),
    ...likest(lists, BY_SOUND.most, ({ sound }) => sound.find(name.skeleton, BY_SOUND)),
  ]
  return [...new Set(found)]
}

function likest(
  lists: readonly NameIndex[],
  most: number,
  find: (list: NameIndex) => ReturnType<TrigramIndex['find']>,
): Candidate[] {
  return lists
    .flatMap((list) =>
      find(list).flatMap(({ at, similarity }) => {
        const candidate = list.names[at]
        return candidate ? [{ candidate, similarity }] : []
      }),
    )
    .toSorted((one, other) => other.similarity - one.similarity)
    .slice(0, most)
    .map(({ candidate }) => candidate)
}
