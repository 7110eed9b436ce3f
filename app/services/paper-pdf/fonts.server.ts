/**
 * The typefaces of printed documents: IBM Plex, from the same packages as the pages. Each is a stack of files for one part
 * of Unicode; a character is drawn with the first that has it.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { create } from 'fontkit'
import { writeTrueType } from './true-type.ts'
import { atWeight } from './weight.ts'
import { unpackWoff2 } from './woff2.ts'

/** `text` for reading, `strong` for heads and sums, `code` for what is compared character by character. */
export type Face = 'text' | 'strong' | 'code'

export type PaperFont = {
  /** Unique. */
  name: string
  /** A TrueType file. */
  file: Uint8Array
  has: (codePoint: number) => boolean
}

export type PaperFonts = Record<Face, PaperFont[]>

const STRONG = 600
const SCRIPTS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'] as const
const require = createRequire(import.meta.url)

let opened: Promise<PaperFonts> | undefined

/** Read once, when the first document is made: about a tenth of a second of work. */
export function openPaperFonts(): Promise<PaperFonts> {
  opened ??= readFonts()
  return opened
}

async function readFonts(): Promise<PaperFonts> {
  const sans = await Promise.all(
    SCRIPTS.map(async (script) => {
      const path = `@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-${script}-wght-normal.woff2`
      return { script, packed: await readFile(require.resolve(path)) }
    }),
  )
  const mono = await readFile(require.resolve('@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2'))
  const text = sans.map(({ script, packed }) => toFont(`text-${script}`, writeTrueType(unpackWoff2(packed))))
  return {
    text,
    strong: sans.map(({ script, packed }) => toFont(`strong-${script}`, toStrong(packed))),
    code: [toFont('code-latin', writeTrueType(unpackWoff2(mono))), ...text],
  }
}

function toFont(name: string, file: Uint8Array): PaperFont {
  const codePoints = new Set(create(file).characterSet)
  return { name, file, has: (codePoint) => codePoints.has(codePoint) }
}

/** The variable font at one weight: as it stands it could only be printed at its lightest use. */
function toStrong(packed: Uint8Array): Uint8Array {
  const variable = unpackWoff2(packed)
  const heavy = create(writeTrueType(variable)).getVariation({ wght: STRONG })
  const glyphs = Array.from({ length: heavy.numGlyphs }, (_, index) => heavy.getGlyph(index))
  return writeTrueType(atWeight(variable, glyphs))
}
