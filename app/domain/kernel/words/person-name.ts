/**
 * A person's name, as others read it in letters and on pages. Whoever registers chooses it, so it must not be able to pass
 * for an address, a link, or several lines of ours.
 */
export const LONGEST_NAME = 100

/** Control and format characters turn lines and directions around; U+200C and U+200D stand inside of words of some scripts. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]+/gu
const ADDRESS = /\S*(?:\/\/|@|\bwww\.)\S*/giu

/** Why nobody may be called so; null when nothing speaks against it. An empty one is the form's matter. */
export function nameProblem(name: string): 'name_too_long' | 'name_not_plain' | null {
  if (name.length > LONGEST_NAME) return 'name_too_long'
  return name === plainName(name) ? null : 'name_not_plain'
}

/** A name of before these rules as it is shown: one line without addresses, cut where it is too long. */
export function plainName(name: string): string {
  const line = name.replace(UNSEEN, ' ').replace(ADDRESS, '…').trim()
  const kept = line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME - 1).trimEnd()}…` : line
  return kept === '' ? '…' : kept
}
