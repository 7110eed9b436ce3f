export const LONGEST_LABEL = 60

/** Reads a label: one line, without invisible characters; '' for none. Null: too long. */
export function labelOf(typed: string): string | null {
  const label = typed.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()
  return [...label].length > LONGEST_LABEL || label.length > LONGEST_LABEL ? null : label
}
