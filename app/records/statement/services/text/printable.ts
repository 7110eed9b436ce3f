/** What of a text can be printed: no typeface has every character, and an empty box in a record says nothing. */
import { isSteering } from './bidi.ts'
import { graphemesOf } from './graphemes.ts'

/** Stands for a row of characters that no typeface of ours has. */
export const LEFT_OUT = '[…]'

// Marks that steer how text is shown, and have no shape of their own.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Variation_Selector}]/gu
const SPACES = /[\p{Zs}\t]/gu
const NEW_LINE = /\r\n|[\n\r\u2028\u2029]/
const NO_BREAK_SPACES = ['\u00a0', '\u202f']
/** They keep letters of a Persian word apart, or join them; anywhere else they do nothing. */
const JOINERS = /(?<!\p{Script=Arabic}\p{M}*)[\u200c\u200d]/gu

export type Printable = {
  paragraphs: string[]
  /** Nothing had to be left out. */
  isWhole: boolean
}

/** `text` with every row of characters that cannot be printed left out visibly. Accents stay with their letters. */
export function toPrintable(text: string, canPrint: (grapheme: string) => boolean): Printable {
  const lines = text.normalize('NFC').split(NEW_LINE).map(withPlainSpaces)
  const paragraphs = lines.map((line) => leaveOut(line, canPrint))
  return { paragraphs, isWhole: paragraphs.every((paragraph, index) => paragraph === lines[index]) }
}

/**
 * One kind of space, and the one that holds an amount and its unit together. Of what is invisible there stay the signs that
 * set a value apart, as our own words have them, and those that belong to the spelling; what would turn a text around in
 * spite of its letters does nothing.
 */
function withPlainSpaces(line: string): string {
  return line
    .replace(SPACES, (space) => (NO_BREAK_SPACES.includes(space) ? '\u00a0' : ' '))
    .replace(JOINERS, '')
    .replace(INVISIBLE, (mark) => (isSteering(mark) || mark === '\u200c' || mark === '\u200d' ? mark : ''))
}

function leaveOut(line: string, canPrint: (grapheme: string) => boolean): string {
  let printed = ''
  let waitingSpace = ''
  let isLeavingOut = false
  for (const grapheme of graphemesOf(line)) {
    if (isSteering(grapheme)) {
      printed += waitingSpace + grapheme
      waitingSpace = ''
    } else if (isLeavingOut && grapheme === ' ') {
      waitingSpace += grapheme
    } else if (canPrint(grapheme)) {
      printed += waitingSpace + grapheme
      waitingSpace = ''
      isLeavingOut = false
    } else {
      // Two words of such characters are one row of them.
      if (!isLeavingOut) printed += LEFT_OUT
      waitingSpace = ''
      isLeavingOut = true
    }
  }
  return printed + waitingSpace
}
