/**
 * Breaks text into lines, where its script allows it (Unicode UAX #14): after a space or a hyphen, between Chinese
 * characters but not before a closing mark, between the words of Thai, which has no spaces. Pure: the caller measures
 * widths.
 */
import LineBreaker from 'linebreak'
import { graphemesOf } from './graphemes.ts'

type Width = { width: number; measure: (text: string) => number }

/** From `start` up to, but without, `end`, in UTF-16 units. */
export type TextSpan = { start: number; end: number }

/**
 * Fills lines as far as possible, without the spaces at which they break. A word wider than a line is broken between
 * any two graphemes. Never empty: no text is one empty line.
 */
export function breakLines(text: string, { width, measure }: Width): TextSpan[] {
  const lines: TextSpan[] = []
  let line: TextSpan = { start: 0, end: 0 }
  /** Includes trailing spaces, which do not count if the line ends there. */
  let filled = 0
  for (const { start, end } of segmentsOf(text)) {
    const segment = text.slice(start, end)
    const words = segment.replace(/ +$/, '')
    const [wordsWidth, segmentWidth] = [measure(words), measure(segment)]
    if (filled + wordsWidth <= width) {
      line = { start: line.start, end: start + words.length }
      filled += segmentWidth
      continue
    }
    if (line.end > line.start) lines.push(line)
    const pieces = cut(words, { width, measure }).map((piece) => ({
      start: start + piece.start,
      end: start + piece.end,
    }))
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? { start, end: start }
    filled = measure(text.slice(line.start, end))
  }
  return [...lines, line]
}

/** The unbreakable pieces of a text, each with its trailing spaces. */
function segmentsOf(text: string): TextSpan[] {
  const ends = [...new Set([...breaksOf(text), ...thaiBreaksOf(text)])].sort((a, b) => a - b)
  return ends.map((end, index) => ({ start: ends[index - 1] ?? 0, end }))
}

/** The last one is the end of the text. */
function breaksOf(text: string): number[] {
  const breaker = new LineBreaker(text)
  const positions: number[] = []
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) positions.push(next.position)
  return positions
}

const THAI = /\p{Script=Thai}+/gu
/** Repetition and abbreviation signs belong to the word before. */
const NO_BEGINNING = /^[ๆฯ]/
const thaiWords = new Intl.Segmenter('th', { granularity: 'word' })

function thaiBreaksOf(text: string): number[] {
  return Array.from(text.matchAll(THAI)).flatMap((run) =>
    Array.from(thaiWords.segment(run[0]))
      .filter(({ index, segment }) => index > 0 && !NO_BEGINNING.test(segment))
      .map(({ index }) => run.index + index),
  )
}

/** Anywhere between graphemes. */
function cut(word: string, { width, measure }: Width): TextSpan[] {
  const pieces: TextSpan[] = []
  let piece: TextSpan = { start: 0, end: 0 }
  for (const grapheme of graphemesOf(word)) {
    const end = piece.end + grapheme.length
    const isTooLong = piece.end > piece.start && measure(word.slice(piece.start, end)) > width
    if (isTooLong) pieces.push(piece)
    piece = { start: isTooLong ? piece.end : piece.start, end }
  }
  return [...pieces, piece]
}
