/**
 * The Merkle tree over the places of the chain (RFC 6962, section 2.1): one root stands for all, and some twenty hashes
 * prove that one of a million is in it. The hash functions are parameters, so that this file stays pure.
 */

export type Hash = Uint8Array
export type Hashes = {
  /** Of a place: SHA-256 over 0x00 and its content. */
  leaf: (of: Uint8Array) => Hash
  /** Of two subtrees: SHA-256 over 0x01, the left one and the right one. */
  pair: (left: Hash, right: Hash) => Hash
}

/** A subtree of 2^level leaves, the `place`-th of its level. */
export type Subtree = { level: number; place: number; hash: Hash }

/** Smaller subtrees are not stored: they are recomputed from at most 16 leaves. */
export const SMALLEST_KEPT = 4

/** A growing tree as its whole subtrees, the largest first. */
export type Peaks = { size: number; hashes: readonly Hash[] }

export const NO_PEAKS: Peaks = { size: 0, hashes: [] }

/** Adds a leaf. Also returns the whole subtrees that it completes, from level SMALLEST_KEPT on. */
export function grow(peaks: Peaks, leaf: Hash, { pair }: Hashes): { peaks: Peaks; whole: Subtree[] } {
  const hashes = [...peaks.hashes]
  const whole: Subtree[] = []
  let hash = leaf
  let [level, place] = [0, peaks.size]
  // As in binary addition: each 1 at the end is carried.
  for (; place % 2 === 1; level += 1, place = (place - 1) / 2) {
    const left = hashes.pop()
    if (!left) throw new Error('fewer peaks than the size says')
    hash = pair(left, hash)
    if (level + 1 >= SMALLEST_KEPT) whole.push({ level: level + 1, place: (place - 1) / 2, hash })
  }
  hashes.push(hash)
  return { peaks: { size: peaks.size + 1, hashes }, whole }
}

/** Throws for an empty tree. */
export function rootOf({ hashes }: Peaks, { pair }: Hashes): Hash {
  const root = hashes.reduceRight<Hash | null>((right, left) => (right === null ? left : pair(left, right)), null)
  if (root === null) throw new Error('an empty tree has no root here')
  return root
}

/** Leaves from `start` on, before `end`. */
type Span = { start: number; end: number }

/** The audit path of a leaf, from the bottom up (RFC 6962, section 2.1.1). */
export function besideTheWay(leaf: number, size: number): Span[] {
  const beside: Span[] = []
  let [start, end] = [0, size]
  while (end - start > 1) {
    const middle = start + largestBelow(end - start)
    beside.push(leaf < middle ? { start: middle, end } : { start, end: middle })
    if (leaf < middle) end = middle
    else start = middle
  }
  return beside.reverse()
}

/** The hash of a span of `besideTheWay`. `whole` returns the hashes of whole subtrees. */
export function hashOfSpan({ start, end }: Span, hashes: Hashes, whole: (level: number, place: number) => Hash): Hash {
  const length = end - start
  const below = largestBelow(length)
  if (below * 2 === length) return whole(Math.log2(length), start / length)
  const middle = start + below
  return hashes.pair(
    hashOfSpan({ start, end: middle }, hashes, whole),
    hashOfSpan({ start: middle, end }, hashes, whole),
  )
}

/** The whole subtrees that make up a span. */
export function wholeIn({ start, end }: Span): Omit<Subtree, 'hash'>[] {
  const length = end - start
  const below = largestBelow(length)
  if (below * 2 === length) return [{ level: Math.log2(length), place: start / length }]
  return [...wholeIn({ start, end: start + below }), ...wholeIn({ start: start + below, end })]
}

/** The largest power of two below a number; for a power of two its half, also for 1. */
function largestBelow(length: number): number {
  return 2 ** (Math.ceil(Math.log2(length)) - 1)
}
