/** Recognizes what an operator typed into the search box by its form. */
import { normalizeEscrowId } from '#app/escrow/domain/escrow-id.ts'
import { ASSETS, hashIn, looksLikeAddress, NETWORKS, normalizeHash } from '#app/kernel/domain/assets.ts'
import { seenText } from '#app/kernel/domain/words/seen-text.ts'

export type Sought =
  | { kind: 'escrow'; txid: string }
  /** In the spelling of each ledger. */
  | { kind: 'hash'; hashes: string[] }
  /** A whole address, or the beginning of one. */
  | { kind: 'email'; email: string }
  | { kind: 'wallet'; address: string }
  /** Memo or tag. */
  | { kind: 'reference'; number: string }

const REFERENCE = /^[1-9]\d{0,9}$/
const LARGEST_REFERENCE = 2 ** 31 - 1
/** In characters: the longest possible email address. */
export const LONGEST_SOUGHT = 254

/** Null: the text is none of them. */
export function readSought(typed: string): Sought | null {
  const text = seenText(typed)
  if (text === '' || text.length > LONGEST_SOUGHT) return null
  const txid = normalizeEscrowId(text)
  if (txid) return { kind: 'escrow', txid }
  const hash = hashIn(text)
  if (hash) return { kind: 'hash', hashes: NETWORKS.map((network) => normalizeHash(network, hash)) }
  if (ASSETS.some((asset) => looksLikeAddress(asset, text))) return { kind: 'wallet', address: text }
  if (REFERENCE.test(text)) return Number(text) <= LARGEST_REFERENCE ? { kind: 'reference', number: text } : null
  // A single character would match too many.
  return /^[^\s@]{2,}(?:@\S*)?$/.test(text) ? { kind: 'email', email: text.toLowerCase() } : null
}
