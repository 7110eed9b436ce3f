/** CSV as authorities publish it: quoted cells may hold commas, line ends and doubled quotes. */

/** Returns rows of cells. Ignores an old end-of-file character (0x1A), a byte-order mark and empty lines. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endRow = () => {
    row.push(cell)
    if (row.some((value) => value.trim() !== '')) rows.push(row)
    row = []
    cell = ''
  }
  const source = text.replace(/^\uFEFF/, '').replaceAll('\u001A', '')
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at]
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (source[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (sign === '"') isQuoted = true
    else if (sign === ',') {
      row.push(cell)
      cell = ''
    } else if (sign === '\n') endRow()
    else if (sign !== '\r') cell += sign
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}
