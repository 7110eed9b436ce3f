/** The possible findings of a check of the chain. */

export const FINDINGS = [
  /** The event differs from what was sealed. */
  'changed',
  /** An event, or its place, is gone. */
  'removed',
  /** An event that never waited to be sealed, or a place that does not belong there. */
  'inserted',
  /** Two events have changed places. */
  'reordered',
  /** A stored seal does not match the events. */
  'other_seal',
  /** The chain is consistent, but differs from the one known before. */
  'other_head',
] as const
export type AuditFinding = (typeof FINDINGS)[number]

/** A place of the chain, with the hash of its event. */
export type PlaceInChain<Hash> = {
  seq: number
  stored: Hash
  event: Hash | null
}

type Broken<Hash> = {
  /** The first place that does not follow, and some later ones. */
  places: readonly [PlaceInChain<Hash>, ...PlaceInChain<Hash>[]]
  /** The chain's hash before it, and the one before that. */
  before: Hash
  beforeThat: Hash | null
  follow: (before: Hash, event: Hash) => Hash
  isSame: (one: Hash, other: Hash) => boolean
}

/**
 * Judges why the first of these places does not follow from the hash before it, and which place is wrong. That
 * something is wrong there is certain; the kind of manipulation is inferred from what remains.
 */
export function whyBroken<Hash>({ places, before, beforeThat, follow, isSame }: Broken<Hash>): {
  seq: number
  finding: AuditFinding
} {
  const [first, ...later] = places
  const [next] = later
  const { seq, stored, event } = first
  if (event === null) return { seq, finding: 'removed' }
  const isAfter = (hash: Hash, of: PlaceInChain<Hash> | undefined, as: Hash | undefined) =>
    of?.event != null && as !== undefined && isSame(follow(hash, of.event), as)
  // Its own place, or the place of its hash, is further on.
  if (later.some((place) => isAfter(place.stored, first, stored) || isAfter(before, place, stored))) {
    return { seq, finding: 'reordered' }
  }
  if (beforeThat !== null && isAfter(beforeThat, first, stored)) return { seq: seq - 1, finding: 'inserted' }
  if (isAfter(before, next, next?.stored)) return { seq, finding: 'inserted' }
  const isGap =
    next !== undefined && !isAfter(stored, next, next.stored) && !isAfter(follow(before, event), next, next.stored)
  return { seq, finding: isGap ? 'removed' : 'changed' }
}
