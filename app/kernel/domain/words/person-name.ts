/**
 * A person's name, as others read it in emails and on pages. People choose it themselves, so it must not pass for an
 * address, a link, several lines of ours, or for us (docs/decisions/128).
 */
import { ADDRESSES_IN_NAMES } from './addresses.ts'
import { partsLikeOurs } from './name-like-ours.ts'

export const LONGEST_NAME = 100

/** Control and format characters change lines and directions; U+200C and U+200D are part of words in some scripts. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]+/gu
const LINK = /\S*(?:\/\/|@|\bwww\.)\S*/giu

export type NameProblem = 'name_too_long' | 'name_not_plain' | 'name_like_ours'

/** Returns why nobody may use this name towards others; null: it is fine. The form itself checks for an empty name. */
export function nameProblem(name: string): NameProblem | null {
  if (name.length > LONGEST_NAME) return 'name_too_long'
  if (partsLikeOurs(name).length > 0) return 'name_like_ours'
  return name === plainName(name) ? null : 'name_not_plain'
}

/**
 * The same for a name on record that no stranger reads: of a company on the user's own receipt, or of somebody whom an
 * operator enters. A company may be named after its site.
 */
export function recordNameProblem(name: string): Exclude<NameProblem, 'name_like_ours'> | null {
  if (name.length > LONGEST_NAME) return 'name_too_long'
  return name.search(UNSEEN) >= 0 || name.search(LINK) >= 0 || name !== name.trim() ? 'name_not_plain' : null
}

/** Makes a name safe that is older than these rules: one line, without addresses and our name, cut when too long. */
export function plainName(name: string): string {
  const line = withoutOurs(withoutAddresses(name.replace(UNSEEN, ' '))).trim()
  const kept = line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME - 1).trimEnd()}…` : line
  return kept === '' ? '…' : kept
}

/** Letters that only look different, such as those of formulas, make an address, too. */
function withoutAddresses(name: string): string {
  const usual = name.normalize('NFKC')
  const read = usual.search(ADDRESSES_IN_NAMES) >= 0 ? usual : name
  return read.replace(ADDRESSES_IN_NAMES, '…')
}

function withoutOurs(name: string): string {
  return partsLikeOurs(name).reduceRight((text, { from, to }) => `${text.slice(0, from)}…${text.slice(to)}`, name)
}
