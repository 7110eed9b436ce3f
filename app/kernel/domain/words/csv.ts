/**
 * Writes CSV lines as spreadsheets read them (RFC 4180). A spreadsheet evaluates a cell that begins like a formula, and
 * anybody can register as `=cmd|…`. Such a cell gets an apostrophe before it, also when its formula hides behind
 * characters that programs skip. A plain number stays a number, a negative one, too.
 */

/** At the beginning of a file it tells spreadsheets that the file is UTF-8. */
export const CSV_START = '\uFEFF'

const FIGURE = /^-?\d+(?:\.\d+)?$/

/** What begins a formula in spreadsheets, after blanks and signs that they drop. Full-width signs count, too. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@|＝＋－＠]/u

/** Returns one line with its line break; null is an empty cell. */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | null): string {
  if (value === null || value === '') return ''
  const isReckoned = /^[\t\r\n]/.test(value) || (FORMULA.test(value) && !FIGURE.test(value))
  const tame = isReckoned ? `'${value}` : value
  return /[",\r\n;\t]|^\s|\s$/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame
}
