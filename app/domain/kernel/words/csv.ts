/** Lines of CSV (RFC 4180) that spreadsheets take as text and figures, never as a formula. */

/** What a spreadsheet would begin to reckon with. A figure below zero is one of ours and stays a figure. */
const BEGINS_FORMULA = /^[\s\uFEFF]*[=+\-@|]|^[\t\r\n]/
const IS_FIGURE = /^-?\d+(?:\.\d+)?$/

/** One line with its end. What others have written may begin as a formula does: an apostrophe before it makes it text. */
export function csvLine(values: readonly string[]): string {
  return `${values.map(cell).join(',')}\r\n`
}

function cell(value: string): string {
  const safe = BEGINS_FORMULA.test(value) && !IS_FIGURE.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
