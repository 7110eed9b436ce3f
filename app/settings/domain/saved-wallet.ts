/** The wallets that a person has used, and what may be said of them. */

export const LONGEST_LABEL = 60

/** What a person may call a wallet: one line, without what cannot be seen; empty for nothing. */
export function labelOf(typed: string): string | null {
  const label = typed.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()
  return [...label].length > LONGEST_LABEL || label.length > LONGEST_LABEL ? null : label
}
