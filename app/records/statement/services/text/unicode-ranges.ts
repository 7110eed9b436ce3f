/** The characters of a font file, in the syntax of CSS. */

export type Ranges = readonly (readonly [first: number, last: number])[]

/** "U+0460-052F,U+20B4" */
export function readRanges(text: string): Ranges {
  return text.split(',').map((range) => {
    const [first = '', last = first] = range.trim().replace('U+', '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
  })
}

export function includesCodePoint(ranges: Ranges, codePoint: number): boolean {
  return ranges.some(([first, last]) => first <= codePoint && codePoint <= last)
}
