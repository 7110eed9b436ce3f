const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What a reader takes for one character: a letter with its accents. */
export function graphemesOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}
