/** The little of subset-font that we use; it brings no types. */
declare module 'subset-font' {
  type Options = {
    targetFormat: 'truetype'
    /** All that characters and layout can reach; the text is left out then. */
    keepAllGlyphs: true
    noHinting: boolean
    /** Axes of a variable font, and where each is pinned. */
    variationAxes?: Record<string, number>
  }

  export default function subsetFont(font: Uint8Array, text: undefined, options: Options): Promise<Uint8Array>
}
