/** The little of fontkit that we use; it brings no types. */
declare module 'fontkit' {
  export type Glyph = { advanceWidth: number; path: { commands: { command: string; args: number[] }[] } }

  export type Font = {
    /** The code points that it can draw. */
    characterSet: number[]
    numGlyphs: number
    getGlyph(index: number): Glyph
    getVariation(settings: Record<string, number>): Font
  }

  export function create(file: Uint8Array): Font
}
