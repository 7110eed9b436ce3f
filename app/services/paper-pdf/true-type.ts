/** A TrueType font as its tables, and how they make a file. */

export type Table = { tag: string; content: Uint8Array }
export type TrueType = { flavor: number; tables: Table[] }

/** The same tables with other outlines: `glyphs` in their order, as `glyf` holds them. */
export function withOutlines(tables: readonly Table[], glyphs: Uint8Array[]): Table[] {
  const padded = glyphs.map(padToFour)
  const loca = new DataView(new ArrayBuffer(4 * (glyphs.length + 1)))
  let end = 0
  for (const [index, glyph] of padded.entries()) {
    end += glyph.length
    loca.setUint32(4 * (index + 1), end)
  }
  const others = tables.filter(({ tag }) => tag !== 'glyf' && tag !== 'loca')
  return [
    ...others.map(withLongOffsets),
    { tag: 'glyf', content: Buffer.concat(padded) },
    { tag: 'loca', content: new Uint8Array(loca.buffer) },
  ]
}

/** `head` says how wide the entries of `loca` are: four bytes each. */
function withLongOffsets(table: Table): Table {
  return table.tag === 'head' ? changed(table, (view) => view.setInt16(50, 1)) : table
}

/** A copy of a table in which something else stands. */
export function changed({ tag, content }: Table, change: (view: DataView) => void): Table {
  const copy = Uint8Array.from(content)
  change(new DataView(copy.buffer))
  return { tag, content: copy }
}

/** The file, with its checksums: by them a PDF tells fonts of the same name apart. */
export function writeTrueType({ flavor, tables }: TrueType): Uint8Array {
  const sorted = tables
    .map((table) => (table.tag === 'head' ? changed(table, (view) => view.setUint32(HEAD_CHECKSUM_AT, 0)) : table))
    .map(({ tag, content }) => ({ tag, content, room: padToFour(content) }))
    .sort((a, b) => (a.tag < b.tag ? -1 : 1))
  const directory = new DataView(new ArrayBuffer(12 + 16 * sorted.length))
  directory.setUint32(0, flavor)
  directory.setUint16(4, sorted.length)
  let start = directory.byteLength
  let headStart = 0
  for (const [index, { tag, content, room }] of sorted.entries()) {
    const record = 12 + 16 * index
    for (let letter = 0; letter < 4; letter += 1) directory.setUint8(record + letter, tag.charCodeAt(letter))
    directory.setUint32(record + 4, checksum(room))
    directory.setUint32(record + 8, start)
    directory.setUint32(record + 12, content.length)
    if (tag === 'head') headStart = start
    start += room.length
  }
  const file = Buffer.concat([new Uint8Array(directory.buffer), ...sorted.map(({ room }) => room)])
  file.writeUInt32BE((WHOLE_FILE - checksum(file)) >>> 0, headStart + HEAD_CHECKSUM_AT)
  return file
}

const HEAD_CHECKSUM_AT = 8
const WHOLE_FILE = 0xb1b0afba

/** The sum of the 32-bit words, of whole words only. */
function checksum(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let sum = 0
  for (let at = 0; at < bytes.byteLength; at += 4) sum = (sum + view.getUint32(at)) >>> 0
  return sum
}

function padToFour(bytes: Uint8Array): Uint8Array {
  const rest = bytes.length % 4
  return rest === 0 ? bytes : Buffer.concat([bytes, new Uint8Array(4 - rest)])
}
