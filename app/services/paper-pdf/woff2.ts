/**
 * Unpacks a WOFF2 font into the TrueType file that it was made from (W3C, WOFF File Format 2.0). Our fonts come as WOFF2
 * for the browsers, while what embeds them in a PDF reads their outlines in plain TrueType only: from WOFF2 it would
 * write text that can be selected and not be seen.
 */
import { brotliDecompressSync } from 'node:zlib'
import { ByteReader } from './byte-reader.ts'
import { type Table, type TrueType, withOutlines } from './true-type.ts'
import { rebuildGlyphs } from './woff2-glyphs.ts'

const SIGNATURE = 0x774f4632
const HEADER_BYTES = 48

const KNOWN_TAGS =
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX ' +
  'vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat ' +
  'fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
const TAGS = KNOWN_TAGS.split(' ').map((tag) => tag.replaceAll('_', ' '))
const OTHER_TAG = 0x3f

type Entry = { tag: string; isTransformed: boolean; length: number }

/** The tables of the TrueType file. Throws RangeError for what is no WOFF2 font of one face, or uses a transform that ours do not. */
export function unpackWoff2(woff2: Uint8Array): TrueType {
  const reader = new ByteReader(woff2)
  if (reader.u32() !== SIGNATURE) throw new RangeError('not a WOFF2 font')
  const flavor = reader.u32()
  reader.skip(4)
  const tableCount = reader.u16()
  reader.skip(HEADER_BYTES - 14)
  const entries = Array.from({ length: tableCount }, () => readEntry(reader))
  const content = brotliDecompressSync(woff2.subarray(reader.position))
  return { flavor, tables: rebuild(cut(content, entries)) }
}

function readEntry(reader: ByteReader): Entry {
  const flags = reader.u8()
  const known = TAGS[flags & OTHER_TAG]
  const tag = known ?? reader.tag()
  const transform = flags >> 6
  // Outlines are transformed unless it says otherwise, everything else only if it says so.
  const hasOutlines = tag === 'glyf' || tag === 'loca'
  const isTransformed = hasOutlines ? transform === 0 : transform !== 0
  if (isTransformed && !hasOutlines)
    throw new RangeError(`the table ${tag} is transformed in a way that is not known here`)
  const length = reader.base128()
  return { tag, isTransformed, length: isTransformed ? reader.base128() : length }
}

type CutTable = Table & { isTransformed: boolean }

function cut(content: Uint8Array, entries: Entry[]): CutTable[] {
  let start = 0
  return entries.map(({ tag, isTransformed, length }) => {
    const table = { tag, isTransformed, content: content.subarray(start, start + length) }
    start += length
    return table
  })
}

function rebuild(tables: CutTable[]): Table[] {
  const outlines = tables.find(({ tag, isTransformed }) => tag === 'glyf' && isTransformed)
  return outlines ? withOutlines(tables, rebuildGlyphs(outlines.content)) : tables
}
