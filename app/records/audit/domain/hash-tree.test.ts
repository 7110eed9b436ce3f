import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { besideTheWay, grow, type Hash, type Hashes, hashOfSpan, NO_PEAKS, rootOf, wholeIn } from './hash-tree.ts'

const sha256 = (...parts: Uint8Array[]): Hash => createHash('sha256').update(Buffer.concat(parts)).digest()
const TREE: Hashes = {
  leaf: (of) => sha256(Buffer.of(0), of),
  pair: (left, right) => sha256(Buffer.of(1), left, right),
}

/** RFC 6962, section 2.1, word by word. */
function merkleTreeHash(leaves: readonly Hash[]): Hash {
  const [first] = leaves
  if (!first) throw new Error('no leaf')
  if (leaves.length === 1) return first
  let k = 1
  while (k * 2 < leaves.length) k *= 2
  return TREE.pair(merkleTreeHash(leaves.slice(0, k)), merkleTreeHash(leaves.slice(k)))
}

const leavesOf = (size: number) => Array.from({ length: size }, (_, n) => TREE.leaf(Buffer.from(`event ${n}`)))

function grown(leaves: readonly Hash[]) {
  const kept = new Map<string, Hash>()
  let peaks = NO_PEAKS
  for (const leaf of leaves) {
    const next = grow(peaks, leaf, TREE)
    peaks = next.peaks
    for (const { level, place, hash } of next.whole) kept.set(`${level}:${place}`, hash)
  }
  return { peaks, kept }
}

test('a tree that grew leaf by leaf has the root of RFC 6962', () => {
  for (let size = 1; size <= 70; size += 1) {
    const leaves = leavesOf(size)
    expect(Buffer.from(rootOf(grown(leaves).peaks, TREE)).toString('hex')).toBe(
      Buffer.from(merkleTreeHash(leaves)).toString('hex'),
    )
  }
})

test('what is kept of a tree is its whole subtrees of 16 leaves and more', () => {
  expect([...grown(leavesOf(70)).kept.keys()].sort()).toEqual(['4:0', '4:1', '4:2', '4:3', '5:0', '5:1', '6:0'])
})

test('every leaf is led to the root by what stands beside its way', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(), (size, any) => {
      const leaves = leavesOf(size)
      const index = any % size
      const whole = (level: number, place: number) =>
        merkleTreeHash(leaves.slice(place * 2 ** level, (place + 1) * 2 ** level))
      let hash = leaves[index] ?? Buffer.alloc(0)
      for (const span of besideTheWay(index, size)) {
        const beside = hashOfSpan(span, TREE, whole)
        expect(beside).toEqual(merkleTreeHash(leaves.slice(span.start, span.end)))
        for (const { level, place } of wholeIn(span)) expect((place + 1) * 2 ** level).toBeLessThanOrEqual(size)
        hash = span.start > index ? TREE.pair(hash, beside) : TREE.pair(beside, hash)
      }
      expect(hash).toEqual(rootOf(grown(leaves).peaks, TREE))
    }),
  )
})
