/** Which font draws which part of a line, and in which order its letters go to the layout. */
import { isRightToLeft } from './bidi.ts'
import { graphemesOf } from './graphemes.ts'

type WithCharacters = { has: (codePoint: number) => boolean }

const JOINERS = /[\u200c\u200d]/g

/** Whether the font has every part of it. Joiners need no glyph. */
export function canDraw({ has }: WithCharacters, grapheme: string): boolean {
  return Array.from(grapheme.replace(JOINERS, '')).every((character) => has(character.codePointAt(0) ?? 0))
}

/** Marks that are wide in Chinese and narrow in other scripts. */
const NARROW_OR_WIDE = /^[“”‘’…—·]$/
const WIDE = /^[\p{Script=Han}\u3000-\u303f\uff01-\uff60]/u

/**
 * Cuts text into runs of one font each: the first that has the character. Spaces stay in the font of the word before.
 * Quotation marks and dashes beside Chinese use its font, which comes last.
 */
export function splitRuns<Font extends WithCharacters>(
  text: string,
  fonts: readonly Font[],
): { font: Font | undefined; text: string }[] {
  const runs: { font: Font | undefined; text: string }[] = []
  const graphemes = graphemesOf(text)
  for (const [index, grapheme] of graphemes.entries()) {
    const last = runs.at(-1)
    const candidates = isWideAmong(graphemes, index) ? fonts.toReversed() : fonts
    const font = isSpaceOf(last?.font, grapheme)
      ? last?.font
      : (candidates.find((candidate) => canDraw(candidate, grapheme)) ?? fonts[0])
    if (last && last.font === font) last.text += grapheme
    else runs.push({ font, text: grapheme })
  }
  return runs
}

function isSpaceOf(font: WithCharacters | undefined, grapheme: string): boolean {
  return font !== undefined && (grapheme === ' ' || grapheme === '\u00a0') && canDraw(font, grapheme)
}

function isWideAmong(graphemes: readonly string[], index: number): boolean {
  const mark = graphemes[index] ?? ''
  if (!isNarrowOrWide(mark)) return false
  // Chinese doubles its dashes and ellipses.
  const isOther = (grapheme: string) => grapheme !== mark
  const before = graphemes.slice(0, index).findLast(isOther) ?? ''
  const after = graphemes.slice(index).find(isOther) ?? ''
  return isWide(before) || isWide(after)
}

export function isNarrowOrWide(grapheme: string): boolean {
  return NARROW_OR_WIDE.test(grapheme)
}

export function isWide(grapheme: string): boolean {
  return WIDE.test(grapheme)
}

/** A part laid out by itself. `reads`: its real text, where the drawn letters differ. */
export type TextPart = { text: string; reads?: string }

/** A Thai letter with the vowel am, and its tone mark between. */
const WITH_AM = /([\u0e01-\u0e2e])([\u0e47-\u0e4e]*)\u0e33/
const AM_TAKEN_APART = '$1\u0e4d$2\u0e32'

/**
 * The parts of a run, in reading order. Right-to-left words change places, so they are separate; a non-joiner draws
 * nothing. Thai am is drawn as its components: a ring above the letter, under the tone mark if there is one, and the
 * following vowel.
 */
export function textPartsOf(run: string): TextPart[] {
  const separators = isRightToLeft(run) ? WORD_ENDS : LETTERS_WITH_AM
  const parts = run.split(separators).filter((part) => part !== '' && part !== '\u200c')
  return parts.map((part) => {
    const text = part.replace(WITH_AM, AM_TAKEN_APART)
    return text === part ? { text } : { text, reads: part }
  })
}

const WORD_ENDS = /( +|\u200c)/
const LETTERS_WITH_AM = /([\u0e01-\u0e2e][\u0e47-\u0e4e]*\u0e33)/

const OF_A_SCRIPT = /[^\p{Script=Common}\p{Script=Inherited}\p{Script=Unknown}]/u

/** For fontkit's layout, which itself reverses only what begins in a right-to-left script, its digits included. */
export function toLayout(part: string, direction: 'ltr' | 'rtl'): string {
  const [first = ''] = OF_A_SCRIPT.exec(part) ?? []
  const turns = first !== '' && isRightToLeft(first)
  return turns === (direction === 'rtl') ? part : graphemesOf(part).reverse().join('')
}
