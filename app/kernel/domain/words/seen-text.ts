/**
 * The visible text of a typed or pasted code: a memo, tag, address, hash, ID or number. Invisible characters are
 * dropped, digits of every script become 0 to 9: we store and pay with what people compare (docs/decisions/135).
 */

/** Format and control characters, joiners and fillers that show nothing, and variation selectors. */
const UNSEEN =
  /[\p{Cf}\p{Cc}\p{Zl}\p{Zp}]|[\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]|\p{Variation_Selector}|\u034f|[\u180b-\u180f]/gu
const BLANKS = /[\p{Zs}\t\r\n\f\v\u2028\u2029]+/gu
const DIGIT = /(?![0-9])\p{Nd}/gu
/** Full-width letters and signs, which keyboards of East Asia write. */
const FULL_WIDTH = /[\uff01-\uff5e]/g
const TO_HALF_WIDTH = 0xfee0

/** On one line, without invisible characters; blanks inside become one blank each. */
export function seenText(text: string): string {
  return text
    .replace(BLANKS, ' ')
    .replace(UNSEEN, '')
    .replace(FULL_WIDTH, (character) => String.fromCharCode(character.charCodeAt(0) - TO_HALF_WIDTH))
    .replace(DIGIT, asciiDigit)
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** A script's digits are consecutive from its zero on; where several scripts' digits are adjacent, each has ten. */
function asciiDigit(character: string): string {
  const point = character.codePointAt(0) ?? 0
  let start = point
  while (/^\p{Nd}$/u.test(String.fromCodePoint(start - 1))) start -= 1
  return String((point - start) % 10)
}
