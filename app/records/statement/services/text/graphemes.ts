const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** User-perceived characters: a letter with its accents is one. */
export function graphemesOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}
