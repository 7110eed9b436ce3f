/**
 * What the eye reads of something typed or pasted where a code is asked for: a memo, tag, address, hash, ID or number. What nobody sees is left
 * out, and digits of every script are the same digits, so that what is kept and paid by is what people compare (docs/decisions/125).
 */

/** Format and control characters, what joins or fills and shows nothing, and selectors of how a character is drawn. */
const UNSEEN =
  /[\p{Cf}\p{Cc}\p{Zl}\p{Zp}]|[\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]|\p{Variation_Selector}|\u034f|[\u180b-\u180f]/gu
const BLANKS = /[\p{Zs}\t\r\n\f\v\u2028\u2029]+/gu
const DIGIT = /(?![0-9])\p{Nd}/gu
/** Letters and signs in the width of Chinese ones, by which keyboards of East Asia write. */
const FULL_WIDTH = /[\uff01-\uff5e]/g
const TO_HALF_WIDTH = 0xfee0

/** On one line, without what cannot be seen; blanks inside are one blank each. */
export function seenText(text: string): string {
  return text
    .replace(BLANKS, ' ')
    .replace(UNSEEN, '')
    .replace(FULL_WIDTH, (character) => String.fromCharCode(character.charCodeAt(0) - TO_HALF_WIDTH))
    .replace(DIGIT, asciiDigit)
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** Digits of a script stand in a row from its zero on; where several rows follow each other, each has ten. */
function asciiDigit(character: string): string {
  const point = character.codePointAt(0) ?? 0
  let start = point
  while (/^\p{Nd}$/u.test(String.fromCodePoint(start - 1))) start -= 1
  return String((point - start) % 10)
}
