/**
 * A person's name, as others read it in letters and on pages. Whoever registers chooses it, so it must not be able to pass
 * for an address, a link, several lines of ours, or for us (docs/decisions/128).
 */
import { ADDRESSES_IN_NAMES } from './addresses.ts'
import { partsLikeOurs } from './name-like-ours.ts'

export const LONGEST_NAME = 100

/** Control and format characters turn lines and directions around; U+200C and U+200D stand inside of words of some scripts. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]+/gu
const LINK = /\S*(?:\/\/|@|\bwww\.)\S*/giu

export type NameProblem = 'name_too_long' | 'name_not_plain' | 'name_like_ours'

/** Why nobody may call himself so to others; null when nothing speaks against it. An empty one is the form's matter. */
export function nameProblem(name: string): NameProblem | null {
  if (name.length > LONGEST_NAME) return 'name_too_long'
  if (partsLikeOurs(name).length > 0) return 'name_like_ours'
  return name === plainName(name) ? null : 'name_not_plain'
}

/**
 * The same of a name that goes on record, and that no stranger gets to read: of a company on one's own receipt, of somebody whom
 * an operator enters. A company may be called after its site.
 */
export function recordNameProblem(name: string): Exclude<NameProblem, 'name_like_ours'> | null {
  if (name.length > LONGEST_NAME) return 'name_too_long'
  return name.search(UNSEEN) >= 0 || name.search(LINK) >= 0 || name !== name.trim() ? 'name_not_plain' : null
}

/** A name of before these rules as it is shown: one line without addresses and without our name, cut where it is too long. */
export function plainName(name: string): string {
  const line = withoutOurs(withoutAddresses(name.replace(UNSEEN, ' '))).trim()
  const kept = line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME - 1).trimEnd()}…` : line
  return kept === '' ? '…' : kept
}

/** Letters that only look different, as those of formulas, make an address as well. */
function withoutAddresses(name: string): string {
  const usual = name.normalize('NFKC')
  const read = usual.search(ADDRESSES_IN_NAMES) >= 0 ? usual : name
  return read.replace(ADDRESSES_IN_NAMES, '…')
}

function withoutOurs(name: string): string {
  return partsLikeOurs(name).reduceRight((text, { from, to }) => `${text.slice(0, from)}…${text.slice(to)}`, name)
}
