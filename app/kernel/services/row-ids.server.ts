import { randomUUIDv7 } from 'node:crypto'

/** The random part of a version 7 id: 12 bits before the variant, 62 after it. */
const HIGH = { mask: 0xfffn, digits: 3 }
const LOW = { bits: 62n, mask: (1n << 62n) - 1n, digits: 16 }
const VARIANT = 1n << 63n

/**
 * Returns a generator of version 7 ids, each greater than the one before it. Node's are random within a millisecond: on
 * a fast machine, lists ordered by time and then by id showed such rows in random order. Within a millisecond, and
 * while the clock is behind, this adds to the random part of the previous id (RFC 9562, 6.2, method 2).
 */
export function openRowIds(next: () => string = randomUUIDv7): () => string {
  let last = ''
  return () => {
    const fresh = next()
    last = fresh > last ? fresh : following(last, fresh)
    return last
  }
}

/** Adds 32 random bits of the fresh id, so that the next id cannot be guessed from one that was seen. */
function following(last: string, fresh: string): string {
  const [before, other] = [partsOf(last), partsOf(fresh)]
  const low = before.low + (other.low & 0xffff_ffffn) + 1n
  const high = before.high + (low >> LOW.bits)
  const time = (before.time + (high >> 12n)).toString(16).padStart(12, '0')
  const ofHigh = (high & HIGH.mask).toString(16).padStart(HIGH.digits, '0')
  const ofLow = ((low & LOW.mask) | VARIANT).toString(16).padStart(LOW.digits, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${ofHigh}-${ofLow.slice(0, 4)}-${ofLow.slice(4)}`
}

function partsOf(id: string): { time: bigint; high: bigint; low: bigint } {
  const [first, second, third = '', fourth, fifth] = id.split('-')
  return {
    time: BigInt(`0x${first}${second}`),
    high: BigInt(`0x${third.slice(1)}`),
    low: BigInt(`0x${fourth}${fifth}`) & LOW.mask,
  }
}
