/** What a check of the chain may find. */

export const FINDINGS = [
  /** The event is not what it was when it was sealed. */
  'changed',
  /** An event, or its place, is gone. */
  'removed',
  /** There is an event that never waited for a place, or a place that does not belong there. */
  'inserted',
  /** Two events have changed places. */
  'reordered',
  /** What was written down of the whole chain is not what its events come to. */
  'other_seal',
  /** The chain fits together, and is not the one that was known before. */
  'other_head',
] as const
export type Finding = (typeof FINDINGS)[number]

/** A place of the chain, with the hash of the event that stands there. */
export type PlaceInChain<Hash> = {
  seq: number
  stored: Hash
  /** Null: the event is gone. */
  event: Hash | null
}

type Broken<Hash> = {
  /** The first place that does not follow, and some behind it. */
  places: readonly [PlaceInChain<Hash>, ...PlaceInChain<Hash>[]]
  /** The hash before it, and the one before that. */
  before: Hash
  beforeThat: Hash | null
  follow: (before: Hash, event: Hash) => Hash
  isSame: (one: Hash, other: Hash) => boolean
}

/**
 * Why the first of these places does not follow from what stands before it, and which one is wrong. That something is wrong
 * there is certain; what was done is judged by what is left.
 */
export function whyBroken<Hash>({ places, before, beforeThat, follow, isSame }: Broken<Hash>): {
  seq: number
  finding: Finding
} {
  const [first, ...later] = places
  const [next] = later
  const { seq, stored, event } = first
  if (event === null) return { seq, finding: 'removed' }
  const isAfter = (hash: Hash, of: PlaceInChain<Hash> | undefined, as: Hash | undefined) =>
    of?.event != null && as !== undefined && isSame(follow(hash, of.event), as)
  // Its own place, or that of its hash, is further on.
  if (later.some((place) => isAfter(place.stored, first, stored) || isAfter(before, place, stored))) {
    return { seq, finding: 'reordered' }
  }
  if (beforeThat !== null && isAfter(beforeThat, first, stored)) return { seq: seq - 1, finding: 'inserted' }
  if (isAfter(before, next, next?.stored)) return { seq, finding: 'inserted' }
  const isGap =
    next !== undefined && !isAfter(stored, next, next.stored) && !isAfter(follow(before, event), next, next.stored)
  return { seq, finding: isGap ? 'removed' : 'changed' }
}
