/**
 * The escrow ID ("TXID") that the buyer hands to the seller. Whoever has it may confirm as the seller, so it must be
 * unguessable: 20 characters of Crockford base32 are 100 random bits (product.md §3 asks for 80).
 */

import type { RandomBytes } from '#app/kernel/domain/random.ts'
import { seenText } from '#app/kernel/domain/words/seen-text.ts'

export type EscrowMode = 'auto' | 'manual'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 20
const PREFIX: Record<EscrowMode, string> = { auto: 'auto_', manual: 'esc_' }
const ESCROW_ID = /^(?:auto|esc)_[0-9A-HJKMNP-TV-Z]{20}$/
/** Not part of a longer word. Hyphens may stand between groups. */
const TYPED = /(?<![0-9A-Z])(auto|esc)[_-]?((?:-?[0-9A-Z]){20})(?![0-9A-Z])/gi

/** Makes an ID: with `auto_` while the chain is matched automatically (spec §4), with `esc_` in manual mode. */
export function makeEscrowId(random: RandomBytes, mode: EscrowMode): string {
  // 256 is a multiple of 32, so five bits of a random byte are uniform.
  const characters = Array.from(random(LENGTH), (byte) => ALPHABET.charAt(byte & 31))
  return PREFIX[mode] + characters.join('')
}

export function looksLikeEscrowId(text: string): boolean {
  return ESCROW_ID.test(text)
}

/**
 * Reads a typed or pasted ID into its stored spelling: any case, hyphens, blanks, letters that Crockford reads as
 * digits (O, I, L); in a link of ours, in quotes or in a sentence. Null: no ID, or more than one.
 */
export function normalizeEscrowId(text: string): string | null {
  const typed = seenText(text)
  const ids = new Set([...idsIn(typed), ...idsIn(typed.replaceAll(' ', ''))])
  const [id, ...others] = ids
  return id === undefined || others.length > 0 ? null : id
}

function idsIn(text: string): string[] {
  return Array.from(text.matchAll(TYPED), ([, prefix = '', rest = '']) => {
    const characters = rest.toUpperCase().replaceAll('-', '').replaceAll('O', '0').replace(/[IL]/g, '1')
    return `${prefix.toLowerCase()}_${characters}`
  }).filter(looksLikeEscrowId)
}
