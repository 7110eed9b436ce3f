/**
 * A memo as people can read it: a space at either end is part of a text memo and makes it another one, but nobody sees it,
 * so it is shown by the sign that stands for it.
 */
export function shownMemo(memo: string): string {
  return memo.replace(/^\s+|\s+$/g, (spaces) => '␠'.repeat(spaces.length))
}
