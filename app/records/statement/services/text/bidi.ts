/** The drawing order of a line with right-to-left words (Unicode UAX #9). */
import bidiFactory from 'bidi-js'
import type { TextSpan } from './lines.ts'

export type Direction = 'ltr' | 'rtl'

/** Text of one direction, in reading order, with brackets as they are drawn. */
export type Piece = { text: string; start: number; direction: Direction }

export type Paragraph = {
  /** Without direction marks. */
  text: string
  direction: Direction
  /** For each UTF-16 unit: odd is right to left. Null: all of it is left to right. */
  levels: Uint8Array | null
}

const bidi = bidiFactory()

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const FIRST_STRONG_ISOLATE = '\u2068'
/** Isolate and its end; left-to-right, right-to-left and Arabic letter mark. */
const STEERING = /[\u2068\u2069\u200e\u200f\u061c]/

export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text)
}

export function isSteering(character: string): boolean {
  return STEERING.test(character)
}

/**
 * The direction of most letters of a text; the document's when there are none. A text with isolates is one of our own
 * sentences, and follows the document whatever its values are.
 */
export function directionByLetters(text: string, ofDocument: Direction): Direction {
  const letters = text.match(/\p{L}/gu) ?? []
  const rightToLeft = letters.filter(isRightToLeft).length
  if (text.includes(FIRST_STRONG_ISOLATE) || 2 * rightToLeft === letters.length) return ofDocument
  return 2 * rightToLeft > letters.length ? 'rtl' : 'ltr'
}

/** `steered` may contain direction marks; `direction` is that of the whole. */
export function readParagraph(steered: string, direction: Direction): Paragraph {
  const kept = Array.from({ length: steered.length }, (_, index) => index).filter(
    (index) => !isSteering(steered.charAt(index)),
  )
  const text = kept.map((index) => steered.charAt(index)).join('')
  if (direction === 'ltr' && !isRightToLeft(steered)) return { text, direction, levels: null }
  const { levels } = bidi.getEmbeddingLevels(steered, direction)
  return { text, direction, levels: Uint8Array.from(kept, (index) => levels[index] ?? 0) }
}

/** The pieces of a line, from left to right as drawn. */
export function piecesOf({ text, direction, levels }: Paragraph, { start, end }: TextSpan): Piece[] {
  if (start === end) return []
  if (!levels) return [{ text: text.slice(start, end), start, direction: 'ltr' }]
  const paragraphs = [{ start: 0, end: text.length - 1, level: direction === 'rtl' ? 1 : 0 }]
  const order = bidi.getReorderedIndices(text, { levels, paragraphs }, start, end - 1).slice(start, end)
  return spansOf(order, levels).map((span) => toPiece(text, span))
}

type DirectedSpan = TextSpan & { direction: Direction }

/** Joins neighbours that are also neighbours in the text, in the same direction. */
function spansOf(order: readonly number[], levels: Uint8Array): DirectedSpan[] {
  const spans: DirectedSpan[] = []
  for (const index of order) {
    const direction = (levels[index] ?? 0) % 2 === 1 ? 'rtl' : 'ltr'
    const last = spans.at(-1)
    const goesOn = last?.direction === direction && index === (direction === 'ltr' ? last.end : last.start - 1)
    if (!last || !goesOn) spans.push({ start: index, end: index + 1, direction })
    else if (direction === 'ltr') last.end = index + 1
    else last.start = index
  }
  return spans
}

function toPiece(text: string, { start, end, direction }: DirectedSpan): Piece {
  const words = text.slice(start, end)
  return { text: direction === 'rtl' ? mirrored(words) : words, start, direction }
}

/** "(" opens to the left in right-to-left text. */
function mirrored(text: string): string {
  return Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character).join('')
}
