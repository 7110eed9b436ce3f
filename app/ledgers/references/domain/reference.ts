/**
 * The number that ties a payment to its quote or escrow: Stellar memo and XRPL destination tag (product.md §2). Unique
 * for ever: the database refuses a repeated one and the caller draws again.
 */
import type { RandomBytes } from '#app/kernel/domain/random.ts'

const REFERENCE = /^[1-9]\d{0,9}$/
const LARGEST = 2 ** 31 - 1

/** A uniformly random number from 1 to 2^31−1, in digits. */
export function makeReference(random: RandomBytes): string {
  for (;;) {
    const [a = 0, b = 0, c = 0, d = 0] = random(4)
    // 31 of the 32 bits: every value below 2^31 is equally likely, and 0 (no destination tag to some) is drawn again.
    const drawn = ((a & 0x7f) << 24) | (b << 16) | (c << 8) | d
    if (drawn > 0) return String(drawn)
  }
}

export function looksLikeReference(text: string): boolean {
  return REFERENCE.test(text) && Number(text) <= LARGEST
}
