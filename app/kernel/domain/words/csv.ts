/**
 * Lines of a table as spreadsheets read them (RFC 4180). A cell that begins like a formula would be reckoned by the program that
 * opens it: anybody can register as `=cmd|…`. Such a cell begins with an apostrophe, and so does one whose formula hides behind
 * what programs leave out. A plain figure stays a figure, below zero too.
 */

/** By this, at the beginning of a file, spreadsheets know that it is UTF-8. */
export const CSV_START = '\uFEFF'

const FIGURE = /^-?\d+(?:\.\d+)?$/

/** What spreadsheets begin a formula with, behind blanks and signs that they drop. Full-width ones are read like the others. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@|＝＋－＠]/u

/** One line, with its line break; nothing stands for what is missing. */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | null): string {
  if (value === null || value === '') return ''
  const isReckoned = /^[\t\r\n]/.test(value) || (FORMULA.test(value) && !FIGURE.test(value))
  const tame = isReckoned ? `'${value}` : value
  return /[",\r\n;\t]|^\s|\s$/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame
}
