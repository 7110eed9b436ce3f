/**
 * The escrow ID ("TXID") that the buyer hands to the seller. Whoever has it may confirm as the seller, so it cannot be
 * guessed: 20 characters of Crockford base32 hold 100 random bits (product.md §3 asks for 80).
 */
import type { RandomBytes } from '#app/domain/kernel/random.ts'

export type EscrowMode = 'auto' | 'manual'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 20
const PREFIX: Record<EscrowMode, string> = { auto: 'auto_', manual: 'esc_' }
const ESCROW_ID = /^(?:auto|esc)_[0-9A-HJKMNP-TV-Z]{20}$/
const TYPED = /^(auto|esc)[_-]?([0-9A-Z-]+)$/i

/** A new ID. It begins with `auto_` while the chain is matched automatically (spec §4), with `esc_` in manual mode. */
export function makeEscrowId(random: RandomBytes, mode: EscrowMode): string {
  // 256 is a multiple of 32, so five bits of a random byte are as random as the byte.
  const characters = Array.from(random(LENGTH), (byte) => ALPHABET.charAt(byte & 31))
  return PREFIX[mode] + characters.join('')
}

export function looksLikeEscrowId(text: string): boolean {
  return ESCROW_ID.test(text)
}

/**
 * An ID as a person typed it, in the one spelling that is stored: case, hyphens and the letters that Crockford reads as
 * digits (O, I, L) are forgiven. Null when it cannot be an escrow ID.
 */
export function normalizeEscrowId(text: string): string | null {
  const match = TYPED.exec(text.trim())
  if (!match) return null
  const [, prefix = '', rest = ''] = match
  const characters = rest.toUpperCase().replaceAll('-', '').replaceAll('O', '0').replace(/[IL]/g, '1')
  const id = `${prefix.toLowerCase()}_${characters}`
  return looksLikeEscrowId(id) ? id : null
}
