/** The part of subset-font that we use; it has no types. */
declare module 'subset-font' {
  type Options = {
    targetFormat: 'truetype'
    /** All glyphs that characters and layout can reach; no text is needed then. */
    keepAllGlyphs: true
    noHinting: boolean
    /** The axes of a variable font, and their pinned values. */
    variationAxes?: Record<string, number>
  }

  export default function subsetFont(font: Uint8Array, text: undefined, options: Options): Promise<Uint8Array>
}
