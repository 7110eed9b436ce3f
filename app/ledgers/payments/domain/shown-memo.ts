/** Makes visible what changes a text memo unseen: a space at either end, and characters that draw nothing. */
export function shownMemo(memo: string): string {
  return memo
    .replace(/^\s+|\s+$/g, (spaces) => '␠'.repeat(spaces.length))
    .replace(
      /[\p{Cc}\p{Cf}]/gu,
      (sign) => `⟨U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
    )
}
