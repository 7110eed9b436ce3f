/**
 * Lines of a table as spreadsheets read them (RFC 4180). A cell that begins like a formula would be reckoned by the program that
 * opens it: anybody can register as `=cmd|…`. Such a cell begins with an apostrophe, and so does one whose formula hides behind
 * what programs leave out.
 */

/** What spreadsheets begin a formula with, behind blanks and signs that they drop. Full-width ones are read like the others. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u

export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** By this spreadsheets know that it is UTF-8. */
export const CSV_START = '\uFEFF'

function csvCell(value: string | null): string {
  if (value === null || value === '') return ''
  const tame = /^[\t\r\n]/.test(value) || FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n;\t]|^\s|\s$/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame
}
