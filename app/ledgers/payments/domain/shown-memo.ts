/**
 * A memo as people can read it: a space at either end is part of a text memo and makes it another one, and so is a sign that draws nothing.
 * Nobody sees either, so each is shown by what stands for it.
 */
export function shownMemo(memo: string): string {
  return memo
    .replace(/^\s+|\s+$/g, (spaces) => '␠'.repeat(spaces.length))
    .replace(
      /[\p{Cc}\p{Cf}]/gu,
      (sign) => `⟨U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
    )
}
