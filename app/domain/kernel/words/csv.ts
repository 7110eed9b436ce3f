/** Rows of a table as a spreadsheet reads them (RFC 4180), without anything in them that it would take for a formula. */

/** At the beginning of a file, so that a spreadsheet reads letters of every script. */
export const BYTE_ORDER_MARK = '\ufeff'

/** A number as we write it: the sign does not begin a formula. */
const NUMBER = /^-?\d+(\.\d+)?$/
/** Signs that begin a formula, in a program of any country, also behind blanks that it leaves out. */
const FORMULA = /^[\s\u00a0\ufeff]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

/** One line, with its line break. An apostrophe before what could be a formula makes it text. */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: string | null): string {
  const text = cell ?? ''
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n;\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
