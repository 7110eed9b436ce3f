/**
 * The typefaces of PDFs, from the same packages as those of the pages: IBM Plex for Latin, Greek, Cyrillic, Thai and
 * Arabic letters, Noto Sans for Chinese. Each family has files for parts of Unicode. A document uses a stack of those
 * that it needs; the first font that has a character draws it.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { create, type Font, type Glyph } from 'fontkit'
import subsetFont from 'subset-font'
import { graphemesOf } from '#app/records/statement/services/text/graphemes.ts'
import { canDraw, isNarrowOrWide, isWide } from '#app/records/statement/services/text/runs.ts'
import { includesCodePoint, type Ranges, readRanges } from '#app/records/statement/services/text/unicode-ranges.ts'

/** `text` for reading, `strong` for heads and sums, `code` for what is compared character by character. */
export type Face = 'text' | 'strong' | 'code'

export type PaperFont = {
  name: string
  /** A TrueType file of one weight: the PDF library embeds no others. */
  file: Uint8Array
  has: (codePoint: number) => boolean
}

export type PaperFonts = Record<Face, PaperFont[]>

type Family = {
  /** The package's list of its files, with the characters of each. */
  list: string
  /** The prefix of its file names. */
  files: string
  /** Every weight in one file, instead of a file for each. */
  isVariable: boolean
  /** The parts that are used. Default: all. */
  parts?: readonly string[]
  /** Its punctuation is as wide as its characters. */
  isWide?: boolean
}

const require = createRequire(import.meta.url)

/** The order in which they are searched for a character. */
const FAMILIES: readonly Family[] = [
  {
    list: require.resolve('@fontsource-variable/ibm-plex-sans/unicode.json'),
    files: 'ibm-plex-sans',
    isVariable: true,
  },
  {
    list: require.resolve('@fontsource/ibm-plex-sans-thai/unicode.json'),
    files: 'ibm-plex-sans-thai',
    isVariable: false,
    parts: ['thai'],
  },
  {
    list: require.resolve('@fontsource/ibm-plex-sans-arabic/unicode.json'),
    files: 'ibm-plex-sans-arabic',
    isVariable: false,
    parts: ['arabic'],
  },
  {
    list: require.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
    files: 'noto-sans-sc',
    isVariable: true,
    isWide: true,
  },
]
const CODE = require.resolve('@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2')
const WEIGHTS = { text: 400, strong: 600 }

/** A file of a family, with its characters. */
type Part = { family: Family; name: string; ranges: Ranges }

let known: Promise<Part[]> | undefined
const opened = new Map<string, Promise<PaperFont>>()

/**
 * Returns stacks that can draw every grapheme of these texts that any file has. Files are read when first needed, and
 * cached. The same texts always get the same stacks, whatever is cached.
 */
export async function openPaperFonts(texts: Iterable<string>): Promise<PaperFonts> {
  known ??= readParts()
  const fonts: PaperFonts = { text: [], strong: [], code: [await openFont({ path: CODE })] }
  const graphemes = [...new Set(Array.from(texts, (text) => graphemesOf(text.normalize('NFC'))).flat())]
  let missing = graphemes
  // Beside Chinese these use its font, although another font has them.
  let wide = graphemes.some(isWide) ? graphemes.filter(isNarrowOrWide) : []
  for (const { family, name, ranges } of await known) {
    const wanted = family.isWide ? [...missing, ...wide] : missing
    if (!wanted.some((grapheme) => isFor(ranges, grapheme))) continue
    const [text, strong] = await Promise.all([
      openFont(fileOf(family, { part: name, weight: WEIGHTS.text })),
      openFont(fileOf(family, { part: name, weight: WEIGHTS.strong })),
    ])
    fonts.text.push(text)
    fonts.strong.push(strong)
    missing = missing.filter((grapheme) => !canDraw(text, grapheme))
    if (family.isWide) wide = wide.filter((grapheme) => !canDraw(text, grapheme))
  }
  fonts.code.push(...fonts.text)
  return fonts
}

function isFor(ranges: Ranges, grapheme: string): boolean {
  return Array.from(grapheme).some((character) => includesCodePoint(ranges, character.codePointAt(0) ?? 0))
}

async function readParts(): Promise<Part[]> {
  const families = await Promise.all(
    FAMILIES.map(async (family) => {
      const list: Record<string, string> = JSON.parse(await readFile(family.list, 'utf8'))
      // The list writes numbered parts as "[119]".
      const parts = Object.entries(list).map(([key, ranges]) => ({
        family,
        name: key.replaceAll(/[[\]]/g, ''),
        ranges: readRanges(ranges),
      }))
      // The most common parts are the last in the list.
      return parts.filter(({ name }) => family.parts?.includes(name) ?? true).toReversed()
    }),
  )
  return families.flat()
}

type FontFile = { path: string; weight?: number }

function fileOf({ list, files, isVariable }: Family, { part, weight }: { part: string; weight: number }): FontFile {
  const path = (variant: string | number) => join(dirname(list), 'files', `${files}-${part}-${variant}-normal.woff2`)
  return isVariable ? { path: path('wght'), weight } : { path: path(weight) }
}

function openFont({ path, weight }: FontFile): Promise<PaperFont> {
  const name = [basename(path, '.woff2'), ...(weight === undefined ? [] : [weight])].join(' ')
  const font = opened.get(name) ?? readFont(name, { path, weight })
  opened.set(name, font)
  return font
}

/** fontkit reads a header even for a glyph without one, such as a space, which may be the last thing in the file. */
const GLYPH_HEADER_BYTES = 10

/** Unpacked and, with `weight`, pinned to one weight. Without hints for low-resolution screens: a PDF is scaled. */
async function readFont(name: string, { path, weight }: FontFile): Promise<PaperFont> {
  const unpacked = await subsetFont(await readFile(path), undefined, {
    targetFormat: 'truetype',
    keepAllGlyphs: true,
    noHinting: true,
    ...(weight === undefined ? {} : { variationAxes: { wght: weight } }),
  })
  const file = Buffer.concat([unpacked, new Uint8Array(GLYPH_HEADER_BYTES)])
  const font = create(file)
  const codePoints = new Set(font.characterSet.filter((codePoint) => font.hasGlyphForCodePoint(codePoint)))
  return { name, file, has: (codePoint) => codePoints.has(codePoint) }
}

/** The last letter of many Persian words: he with a hamza. Fonts have one glyph for it, with a character of its own. */
const HE_WITH_HAMZA = /\u0647\u0654(?!\p{L})/gu
const IN_ONE = 0x06c0
const IN_TWO = [0x0647, 0x0654]

/**
 * Opened anew for each document: a font remembers the first letters of each glyph, which differ between documents. PDF
 * readers take the glyphs of a line from left to right, and reverse their text where the script is right to left. A
 * glyph for several letters would come out backwards, unless its letters are reversed as well. A separate hamza would
 * be put beside its letter.
 */
export function openForDocument({ file }: PaperFont): Font {
  const font = create(file)
  const layOut = placing(font.layout.bind(font))
  font.layout = (text) => {
    const run = layOut(text.replace(HE_WITH_HAMZA, String.fromCodePoint(IN_ONE)))
    if (run.direction === 'rtl') run.glyphs = run.glyphs.map(withLettersTurned)
    return run
  }
  return font
}

/**
 * Fonts may lack a position for a mark that no word has on this letter: OpenType allows it, but fontkit throws. Such
 * marks stay where they are drawn: whatever somebody typed must be printed.
 */
function placing(layOut: Font['layout']): Font['layout'] {
  return (text) => {
    try {
      return layOut(text)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      return layOut(text, { mark: false, mkmk: false })
    }
  }
}

function withLettersTurned(glyph: Glyph): Glyph {
  const letters = glyph.codePoints.flatMap((codePoint) => (codePoint === IN_ONE ? IN_TWO : [codePoint]))
  return letters.length < 2 ? glyph : Object.create(glyph, { codePoints: { value: letters.toReversed() } })
}
