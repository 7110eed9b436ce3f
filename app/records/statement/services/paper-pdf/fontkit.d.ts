/** The part of fontkit that we use; it has no types. */
declare module 'fontkit' {
  export type Glyph = {
    advanceWidth: number
    path: { commands: { command: string; args: number[] }[] }
    /** The characters that it was laid out for. */
    codePoints: readonly number[]
  }

  export type GlyphRun = { glyphs: Glyph[]; advanceWidth: number; direction: 'ltr' | 'rtl' }

  export type Font = {
    /** The code points that it lists; some may lack glyphs. */
    characterSet: number[]
    hasGlyphForCodePoint(codePoint: number): boolean
    layout(text: string, features?: Record<string, boolean>): GlyphRun
    glyphForCodePoint(codePoint: number): Glyph
    getVariation(settings: Record<string, number>): Font
  }

  export function create(file: Uint8Array): Font
}
