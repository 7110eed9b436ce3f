/** Replaces what cannot be printed: no typeface has every character, and an empty box in a record means nothing. */
import { isSteering } from './bidi.ts'
import { graphemesOf } from './graphemes.ts'

/** Replaces a run of characters that none of our typefaces has. */
export const LEFT_OUT = '[…]'

// Marks without a shape, which only control how text is shown.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Variation_Selector}]/gu
const SPACES = /[\p{Zs}\t]/gu
const NEW_LINE = /\r\n|[\n\r\u2028\u2029]/
const NO_BREAK_SPACES = ['\u00a0', '\u202f']
/** Joiners separate or join letters of Persian words; elsewhere they do nothing. */
const JOINERS = /(?<!\p{Script=Arabic}\p{M}*)[\u200c\u200d]/gu

export type Printable = {
  paragraphs: string[]
  /** Nothing had to be left out. */
  isWhole: boolean
}

/** `text` with visible gaps for what cannot be printed. Accents stay with their letters. */
export function toPrintable(text: string, canPrint: (grapheme: string) => boolean): Printable {
  const lines = text.normalize('NFC').split(NEW_LINE).map(withPlainSpaces)
  const paragraphs = lines.map((line) => leaveOut(line, canPrint))
  return { paragraphs, isWhole: paragraphs.every((paragraph, index) => paragraph === lines[index]) }
}

/**
 * Keeps the normal space, and the no-break space that holds an amount and its unit together. Of invisible characters it
 * keeps isolates and direction marks, which our own sentences use, and joiners that belong to the spelling. Overrides
 * that would reverse text against its letters are removed.
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
      // Several such words in a row are one gap.
      if (!isLeavingOut) printed += LEFT_OUT
      waitingSpace = ''
      isLeavingOut = true
    }
  }
  return printed + waitingSpace
}
