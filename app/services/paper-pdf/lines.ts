/** Breaks text into lines and runs. Pure: how wide something is, the caller measures. */
import { graphemesOf } from './graphemes.ts'

type Width = { width: number; measure: (text: string) => number }

/** At spaces; a word that is wider than a line is broken anywhere. Never empty: no text is one empty line. */
export function breakLines(text: string, of: Width): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (of.measure(longer) <= of.width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    const pieces = breakWord(word, of)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
  }
  return [...lines, line]
}

function breakWord(word: string, { width, measure }: Width): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const grapheme of graphemesOf(word)) {
    if (piece !== '' && measure(piece + grapheme) > width) {
      pieces.push(piece)
      piece = ''
    }
    piece += grapheme
  }
  return [...pieces, piece]
}

type WithCharacters = { has: (codePoint: number) => boolean }

/** Has the font every part of it? */
export function canDraw({ has }: WithCharacters, grapheme: string): boolean {
  return Array.from(grapheme).every((character) => has(character.codePointAt(0) ?? 0))
}

/** Cuts text into runs of one font each. A font goes on for as long as it has the characters; then the first that has. */
export function splitRuns<Font extends WithCharacters>(
  text: string,
  fonts: readonly Font[],
): { font: Font | undefined; text: string }[] {
  const runs: { font: Font | undefined; text: string }[] = []
  for (const grapheme of graphemesOf(text)) {
    const last = runs.at(-1)
    const goesOn = last?.font !== undefined && canDraw(last.font, grapheme)
    const font = goesOn ? last?.font : (fonts.find((candidate) => canDraw(candidate, grapheme)) ?? fonts[0])
    if (last && last.font === font) last.text += grapheme
    else runs.push({ font, text: grapheme })
  }
  return runs
}
